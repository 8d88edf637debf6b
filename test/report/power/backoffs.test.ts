import { afterAll, describe, expect, it } from "vitest";
import type { LogicalCall } from "../../../src/report/calls/logical-call.ts";
import type { Finding } from "../../../src/report/rule.ts";
import { growing } from "../../../src/report/rules/growing.ts";
import { jitter } from "../../../src/report/rules/jitter.ts";
import { presets } from "../../../src/report/thresholds.ts";
import { Dice } from "../../../src/world/dice.ts";
import { call, refused, run } from "../../support/report.ts";
import { type Backoff, backoffs } from "./backoffs.ts";
import { noise } from "./simulated.ts";

/** So many clients of each backoff: with 30,000 and no error the error is below 1 in 10,000, with 95 % confidence. */
const lives = Number(process.env["BACKOFF_LIVES"] ?? 30);

/** An exam looks after each run, and goes on until it is sure: so does this. */
const looks = [3, 6, 12, 25, 50, 100, 250] as const;

const ids = ["growing", "jitter"] as const;
type Id = (typeof ids)[number];
const rules = { growing, jitter };
type Counts = Record<Id, { passed: number; failed: number; open: number; calls: number }>;

/** Calls that fail again and again. */
function callsOf({ waits }: Backoff, dice: Dice): LogicalCall[] {
  const base = dice.pick([200, 500, 1000, 3000]);
  const retries = dice.integer(2, 6);
  return Array.from({ length: 250 }, (_, index) => {
    let [at, before] = [index * 1_000_000, base];
    const attempts = [refused(at)];
    for (let step = 0; step < retries; step += 1) {
      before = waits(step, dice, before, base);
      at += 1 + before + noise(dice);
      attempts.push(refused(at));
    }
    return call(index + 1, attempts);
  });
}

const said = (id: Id, calls: readonly LogicalCall[]): Finding["result"] | undefined =>
  [...rules[id].judge(run(calls), presets.service)].find((each) => each !== undefined)?.result;

function livesOf(backoff: Backoff): Counts {
  const none = () => ({ passed: 0, failed: 0, open: 0, calls: 0 });
  const counts: Counts = { growing: none(), jitter: none() };
  for (let life = 1; life <= lives; life += 1) {
    const calls = callsOf(backoff, Dice.from(life, backoff.name));
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

describe("of the backoffs that libraries have", () => {
  it.each(backoffs.map((each) => [each.name, each] as const))(
    "%s is judged right",
    (name, each) => {
      const { growing: growth, jitter: spread } = livesOf(each);
      const shown = [growth, spread].map(
        ({ passed, failed, open, calls }) =>
          `${[passed, failed, open].map((count) => String(count).padStart(6)).join("")} ${(calls / lives).toFixed(0).padStart(4)}`,
      );
      lines.push(`${name.padEnd(56)}${shown.join(" |")}`);
      expect(each.grows ? growth.failed : growth.passed).toBe(0);
      if (each.jitter !== "none") expect(spread.failed).toBe(0);
      if (each.jitter === "none") expect(spread.passed).toBe(0);
      if (each.grows) expect(growth.passed / lives).toBeGreaterThanOrEqual(enough);
      if (name === "fixed") expect(growth.failed / lives).toBeGreaterThanOrEqual(enough);
    },
  );
});

/** So many whose waits grow pass within the calls of an exam, and of those that are fixed fail. */
const enough = lives < 100 ? 0.9 : 0.99;

afterAll(() => {
  if (process.env["PROOF_TABLE"] === undefined) return;
  const head = `${"".padEnd(56)}${"grows: passed, failed, open, calls | jitter: the same"}`;
  console.log([head, ...lines].join("\n"));
});
