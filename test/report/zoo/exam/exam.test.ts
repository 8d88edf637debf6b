import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { libraries } from "../../../../src/report/advice/libraries.ts";
import type { RuleId } from "../../../../src/report/names.ts";
import { Tally } from "../tally.ts";
import { type Examinee, examinees, goCache, isThere, nameOf, optionsOf } from "./clients.ts";
import { type Sat, sat } from "./examined.ts";

const isFull = process.env["PROOF_TABLE"] !== undefined;

/** Of the short form: one that lacks most, and is known to after a few runs. */
const brief = "Node: ofetch, wrong";

const tried = examinees.filter((each) => isFull || nameOf(each) === brief);

/** Languages whose waits cannot be skipped. */
const isSlow = ({ language }: Examinee): boolean => language === "PHP" || language === "Go";

const wordsFor = (examinee: Examinee): string[] => {
  const budget = isSlow(examinee) ? "5m" : isFull ? "60s" : "4s";
  // Eight of PHP's at once keep a machine so busy that no wait of theirs tells anything.
  const slowJobs = examinee.language === "PHP" ? "3" : "8";
  const jobs = isSlow(examinee) ? ["--jobs", slowJobs] : isFull ? [] : ["--jobs", "1"];
  // Where waits take no time, a run may last longer than a person would let it.
  const timeout = isSlow(examinee) ? "3m" : "20m";
  return ["--seed", "7", "--budget", budget, "--timeout", timeout, ...jobs];
};

/** What a careful client passes if it can meet it. */
const virtues = ["retry-after", "growing", "jitter", "same-request", "stops", "doubled-write"];

/** Those of the limits that are failed within an exam: the others go by the same option. */
const withAttempts: readonly RuleId[] = ["total-time", "gives-up", "storm"];

const tally = new Tally();
const rows = new Map<string, Sat>();
const undecidedOf = ({ examined }: Sat) =>
  examined.card.rules
    .filter(({ verdict }) => verdict === "undecided")
    .map(({ rule, message }) => `${rule}: ${message}`);

describe("an exam neither passes nor fails a client of a registry wrongly", () => {
  it.for(tried.map((examinee) => ({ title: nameOf(examinee), examinee })))(
    "$title",
    { timeout: 900_000 },
    async ({ title, examinee }, { skip }) => {
      skip(!isThere(examinee));
      const done = await sat(examinee, wordsFor(examinee));
      rows.set(title, done);
      const wrong = done.examined.card.rules.flatMap(
        (result) => tally.add(title, result, done.truthOf(result.rule), 0) ?? [],
      );
      expect(wrong).toEqual([]);
    },
  );
});

/** The verdicts of clients that were examined. */
const verdictsOf = (kept: (examinee: Examinee) => boolean) =>
  examinees.filter(kept).flatMap((examinee) => {
    const done = rows.get(nameOf(examinee));
    if (done === undefined) return [];
    const verdicts = Object.fromEntries(
      done.examined.card.rules.map(({ rule, verdict }) => [rule, verdict]),
    );
    return [{ examinee, verdicts }];
  });

describe.runIf(isFull)("in an exam", () => {
  it("a careful client fails nothing that it has, and passes each virtue that it has", () => {
    const lacking = verdictsOf(({ kind }) => kind === "careful").flatMap(
      ({ examinee, verdicts }) => {
        const { truthOf } = rows.get(nameOf(examinee)) as Sat;
        return virtues
          .filter((rule) => truthOf(rule) === "present" && verdicts[rule] !== "pass")
          .map((rule) => `${nameOf(examinee)}: ${rule}: ${verdicts[rule]}`);
      },
    );
    expect(lacking).toEqual([]);
  });

  it("a fixed interval and a default go-retryablehttp fail jitter", () => {
    const flat = verdictsOf(
      ({ published, library, kind }) =>
        (published.waits === "fixed" && published.jitter === "none" && kind !== "careful") ||
        (library === "go-retryablehttp" && kind === "default"),
    );
    const passing = flat.filter(({ verdicts }) => verdicts["jitter"] !== "fail");
    expect(passing.map(({ examinee }) => nameOf(examinee))).toEqual([]);
  });

  it("at most 5 % of what was exercised is left undecided", () => {
    const exercised = [...rows.values()].flatMap(({ examined }) =>
      examined.card.rules.filter(({ verdict }) => verdict !== "not exercised"),
    );
    const open = [...rows].flatMap(([name, done]) =>
      undecidedOf(done).map((rule) => `${name}: ${rule}`),
    );
    expect([open.length <= 0.05 * exercised.length, ...open]).toEqual([true, ...open]);
  });

  it("each option that is said to be tried brings a client to pass its rules that did not", () => {
    const useless = libraries.flatMap(({ name, options }) =>
      options
        .filter(({ isTried }) => isTried)
        .flatMap(({ rules, option }) => rules.map((rule) => ({ name, rule, option })))
        .filter(({ rule }) => !withAttempts.includes(rule))
        .filter(({ name: library, rule, option }) => {
          const own = verdictsOf((each) => each.library === library);
          const isPasted = (each: Examinee) => optionsOf(library, each.pasted).includes(option);
          const before = own.filter(({ examinee }) => !isPasted(examinee));
          const after = own.filter(({ examinee }) => isPasted(examinee));
          return (
            own.length > 0 &&
            !(
              before.some(({ verdicts }) => verdicts[rule] !== "pass") &&
              after.some(({ verdicts }) => verdicts[rule] === "pass")
            )
          );
        })
        .map(({ rule, option }) => `${name}: ${rule}: ${option}`),
    );
    expect(useless).toEqual([]);
  });
});

it("each option that is said to be tried is pasted into some client", () => {
  const missing = libraries.flatMap(({ name, options }) =>
    options
      .filter(({ isTried }) => isTried)
      .filter(({ option }) =>
        examinees.every(
          (each) => each.library !== name || !optionsOf(name, each.pasted).includes(option),
        ),
      )
      .map(({ option }) => `${name}: ${option}`),
  );
  expect(missing).toEqual([]);
});

it("20 clients and more in 5 languages are examined", () => {
  expect(examinees.length).toBeGreaterThanOrEqual(20);
  expect(new Set(examinees.map(({ language }) => language)).size).toBe(5);
});

const letters = { pass: "P", fail: "F", undecided: "?", "not exercised": "-" } as const;

afterAll(() => {
  rmSync(goCache, { recursive: true, force: true });
  if (!isFull) return;
  console.log(tally.table());
  for (const [name, { examined }] of rows) {
    const said = examined.card.rules.map(({ verdict }) => letters[verdict]).join("");
    const open = undecidedOf({ examined } as Sat).join(" ");
    const seconds = Math.round(examined.tookMs / 1000);
    console.log(`${name.padEnd(66)} ${said} ${examined.runs} runs, ${seconds} s ${open}`);
  }
});
