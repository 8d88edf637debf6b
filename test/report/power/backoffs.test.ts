import { afterAll, describe, expect, it } from "vitest";
import type { LogicalCall } from "../../../src/report/calls/logical-call.ts";
import type { Finding } from "../../../src/report/rule.ts";
import { growing } from "../../../src/report/rules/growing.ts";
import { jitter } from "../../../src/report/rules/jitter.ts";
import { layers } from "../../../src/report/rules/layers.ts";
import { presets } from "../../../src/report/thresholds.ts";
import { Dice } from "../../../src/world/dice.ts";
import { call, refused, run } from "../../support/report.ts";
import { type Backoff, backoffs, type Nested, nested } from "./backoffs.ts";
import { noise } from "./simulated.ts";

/** So many clients of each backoff: with 30,000 and no error the error is below 1 in 10,000, with 95 % confidence. */
const lives = Number(process.env["BACKOFF_LIVES"] ?? 10);

/** All of them take minutes. */
const timeout = 60_000 + 20 * lives;

/** An exam looks after each run, and goes on until it is sure: so does this. */
const looks = [3, 6, 12, 25, 50, 100, 250] as const;

const ids = ["growing", "jitter", "layers"] as const;
type Id = (typeof ids)[number];
const rules = { growing, jitter, layers };
type Counts = Record<Id, { passed: number; failed: number; open: number; calls: number }>;

/** The waits of a call. */
type Life = () => readonly number[];

/** Calls that fail again and again. */
const callsOf = (life: Life, dice: Dice): LogicalCall[] =>
  Array.from({ length: 250 }, (_, index) => {
    let at = index * 1_000_000;
    const attempts = [refused(at)];
    for (const wait of life()) {
      at += 1 + wait + noise(dice);
      attempts.push(refused(at));
    }
    return call(index + 1, attempts);
  });

const bases = [200, 500, 1000, 3000] as const;

/** The waits of a loop that makes so many retries. */
function loopOf(
  { waits }: Pick<Backoff, "waits">,
  dice: Dice,
  base: number,
  retries: number,
): number[] {
  let before = base;
  return Array.from({ length: retries }, (_, step) => (before = waits(step, dice, before, base)));
}

const singleLoop =
  (backoff: Backoff) =>
  (dice: Dice): Life => {
    const base = dice.pick(bases);
    const retries = dice.integer(2, 6);
    return () => loopOf(backoff, dice, base, retries);
  };

const twoLoops =
  ({ inner, outer }: Nested) =>
  (dice: Dice): Life => {
    const base = dice.pick(bases);
    const retries = dice.integer(1, 3);
    const outerBase = base * dice.pick([0.2, 4, 10] as const) * 2 ** (retries - 1);
    const times = dice.integer(1, 2);
    return () =>
      loopOf(outer, dice, outerBase, times)
        .flatMap((wait) => [...loopOf(inner, dice, base, retries), wait])
        .concat(loopOf(inner, dice, base, retries));
  };

const said = (id: Id, calls: readonly LogicalCall[]): Finding["result"] | undefined =>
  [...rules[id].judge(run(calls), presets.service)].find((each) => each !== undefined)?.result;

function livesOf(name: string, lifeOf: (dice: Dice) => Life): Counts {
  const none = () => ({ passed: 0, failed: 0, open: 0, calls: 0 });
  const counts: Counts = { growing: none(), jitter: none(), layers: none() };
  for (let life = 1; life <= lives; life += 1) {
    const dice = Dice.from(life, name);
    const calls = callsOf(lifeOf(dice), dice);
    for (const id of ids) {
      let result: Finding["result"] | undefined;
      const look = looks.find((many) => {
        result = said(id, calls.slice(0, many));
        return result === "passed" || result === "failed";
      });
      if (result === "passed") counts[id].passed += 1;
      else if (result === "failed") counts[id].failed += 1;
      else counts[id].open += 1;
      counts[id].calls += look ?? 250;
    }
  }
  return counts;
}

const lines: string[] = [];
const shownCounts = ({ passed, failed, open, calls }: Counts[Id]): string =>
  `${[passed, failed, open].map((count) => String(count).padStart(6)).join("")} ${(calls / lives).toFixed(0).padStart(4)}`;

describe("of the backoffs that libraries have", { timeout }, () => {
  it.each(backoffs.map((each) => [each.name, each] as const))(
    "%s is judged right",
    (name, each) => {
      const { growing: growth, jitter: spread, layers: loops } = livesOf(name, singleLoop(each));
      lines.push(name.padEnd(56) + [growth, spread, loops].map(shownCounts).join(" |"));
      expect(loops.failed).toBe(0);
      expect(each.grows ? growth.failed : growth.passed).toBe(0);
      if (each.jitter !== "none") expect(spread.failed).toBe(0);
      if (each.jitter === "none") expect(spread.passed).toBe(0);
      if (each.grows) expect(growth.passed / lives).toBeGreaterThanOrEqual(enough);
      if (name === "fixed") expect(growth.failed / lives).toBeGreaterThanOrEqual(enough);
    },
  );
});

describe("of a loop within a loop", { timeout }, () => {
  it.each(nested.map((each) => [each.name, each] as const))(
    "%s is never taken for one loop, and found",
    (name, each) => {
      const { layers: loops } = livesOf(name, twoLoops(each));
      lines.push(name.padEnd(98) + shownCounts(loops));
      expect(loops.passed).toBe(0);
      expect(loops.failed / lives).toBeGreaterThanOrEqual(foundMin);
    },
  );
});

/** So many loops within loops are found: of some both wait nearly as long. */
const foundMin = 0.6;

/** So many whose waits grow pass within the calls of an exam, and of those that are fixed fail. */
const enough = lives < 100 ? 0.9 : 0.99;

afterAll(() => {
  if (process.env["PROOF_TABLE"] === undefined) return;
  const head = `${"".padEnd(56)}${"grows: passed, failed, open, calls | jitter: the same | layers: the same"}`;
  console.log([head, ...lines].join("\n"));
});
