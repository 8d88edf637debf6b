import { expect, it } from "vitest";
import { callsOf as groupedBy } from "../../../src/report/calls/calls.ts";
import { growing } from "../../../src/report/rules/growing.ts";
import { jitter } from "../../../src/report/rules/jitter.ts";
import { presets } from "../../../src/report/thresholds.ts";
import { Dice } from "../../../src/world/dice.ts";
import { run } from "../../support/report.ts";
import { type BackoffName, callsOf } from "./backoff.ts";

const clients = 1000;

const rules = { growing, jitter };

type Counts = Record<keyof typeof rules, { passed: number; failed: number }>;

const known = new Map<BackoffName, Counts>();

/** How many of a thousand clients with 3 to 60 calls each passed, and how many failed. */
function judged(name: BackoffName): Counts {
  const counts = known.get(name) ?? simulated(name);
  known.set(name, counts);
  return counts;
}

function simulated(name: BackoffName): Counts {
  const dice = Dice.from("report", name);
  const none = () => ({ passed: 0, failed: 0, undecided: 0, unknown: 0 });
  const counts = { growing: none(), jitter: none() };
  for (let client = 0; client < clients; client += 1) {
    const seen = run(groupedBy(callsOf(name, dice.integer(3, 60), dice)).calls);
    for (const id of ["growing", "jitter"] as const) {
      const finding = [...rules[id].judge(seen, presets.service)].find(
        (each) => each !== undefined,
      );
      if (finding !== undefined) counts[id][finding.result] += 1;
    }
  }
  return counts;
}

/** Waits, and how many of a thousand must fail; those at random need many calls until nothing else is likely. */
const unsteady = [
  ["fixed", 800],
  ["fixed with jitter", 250],
  ["fixed with little jitter", 800],
  ["none", 800],
  ["at random", 250],
  ["falling", 800],
] as const;

it.each(unsteady)(
  "of a thousand clients that wait %s none is said to wait longer and longer, and %i or more fail",
  (name, least) => {
    const { passed, failed } = judged(name).growing;
    expect(passed).toBe(0);
    expect(failed).toBeGreaterThan(least);
  },
);

const steady = [
  "linear",
  "exponential",
  "capped",
  "full jitter",
  "equal jitter",
  "decorrelated jitter",
] as const;

it.each(steady)("of a thousand clients that wait %s hardly any is said not to", (name) => {
  const { passed, failed } = judged(name).growing;
  expect(failed).toBeLessThanOrEqual(clients * 0.002);
  expect(passed).toBeGreaterThan(clients * 0.8);
});

const alike = ["fixed", "none", "falling", "linear", "exponential", "capped"] as const;

it.each(alike)("of a thousand clients that wait %s none is said to have jitter", (name) => {
  const { passed, failed } = judged(name).jitter;
  expect(passed).toBe(0);
  expect(failed).toBeGreaterThan(clients * 0.8);
});

const spread = [
  "fixed with jitter",
  "at random",
  "full jitter",
  "equal jitter",
  "decorrelated jitter",
] as const;

it.each(spread)(
  "of a thousand clients that wait %s hardly any is said to have no jitter",
  (name) => {
    const { passed, failed } = judged(name).jitter;
    expect(failed).toBeLessThanOrEqual(clients * 0.002);
    expect(passed).toBeGreaterThan(clients * 0.8);
  },
);
