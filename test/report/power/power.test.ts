import { afterAll, describe, expect, it } from "vitest";
import type { RuleResult } from "../../../src/report/card-shape.ts";
import { type RuleId, ruleIds } from "../../../src/report/names.ts";
import { Dice } from "../../../src/world/dice.ts";
import { callsOf } from "../../../src/report/calls/calls.ts";
import { judgedBy } from "../../../src/report/judging.ts";
import type { Rule } from "../../../src/report/rule.ts";
import { rules } from "../../../src/report/rules.ts";
import { atOnce } from "../../../src/world/time/slices.ts";
import { presets } from "../../../src/report/thresholds.ts";
import { run } from "../../support/report.ts";
import { rows } from "./rows.ts";
import type { Row } from "./simulated.ts";

/** Each client lives so many lives: a few here, all of them with `npm run test:proof`. */
const lives = Number(process.env["POWER_RUNS"] ?? 5);

/** So many of 200 mended clients pass. */
const enough = 190 / 200;

type Counts = Record<RuleResult["verdict"], number>;

function livesOf(
  rule: RuleId,
  row: Row,
  kind: "mutant" | "mended",
): { counts: Counts; ways: string[] } {
  const counts: Counts = { pass: 0, fail: 0, undecided: 0, "not exercised": 0 };
  const ways: string[] = [];
  for (let life = 1; life <= lives; life += 1) {
    const dice = Dice.from(life, `${rule} ${row.lacks}`);
    const { calls } = callsOf(row[kind](dice).toSorted((a, b) => a.at - b.at));
    const ended = kind === "mended" || row.isCutShort === undefined;
    const judged = rules.find(({ id }) => id === rule) as Rule;
    const { verdict, wouldDecide } = atOnce(
      judgedBy(judged, run(calls, { ended, reference: row.reference }), presets.service),
    );
    counts[verdict] += 1;
    if (verdict === "undecided") ways.push(wouldDecide ?? "");
  }
  return { counts, ways };
}

it("has rows for every rule", () => {
  expect(ruleIds.filter((id) => rows[id] === undefined)).toEqual([]);
});

const lines: string[] = [];
const shown = ({ pass, fail, undecided, "not exercised": idle }: Counts): string =>
  [pass, fail, undecided, idle].map((count) => String(count).padStart(4)).join("");

describe.each(Object.entries(rows) as [RuleId, readonly Row[]][])("%s", (rule, own) => {
  it.each(own.map((row) => [row.lacks, row] as const))(
    "never passes a client that lacks it: %s",
    (lacks, row) => {
      const mutant = livesOf(rule, row, "mutant");
      const mended = livesOf(rule, row, "mended");
      lines.push(
        `${rule.padEnd(14)}${lacks.padEnd(52)}${shown(mutant.counts)} |${shown(mended.counts)}`,
      );
      expect(mutant.counts.pass).toBe(0);
      expect(mended.counts.fail).toBe(0);
      if (mended.counts.pass < enough * lives) {
        expect(mended.ways).toHaveLength(lives - mended.counts.pass);
        expect(mended.ways.every((way) => /\d+ more/.test(way))).toBe(true);
      }
    },
  );
});

afterAll(() => {
  if (process.env["PROOF_TABLE"] === undefined) return;
  const head = `${"".padEnd(66)}pass fail  und idle | pass fail  und idle (its mended twin)`;
  console.log([head, ...lines].join("\n"));
});
