import { boolean, described, type Infer, list } from "../contract/shape.ts";
import { nullable, object, string } from "../contract/shape.ts";
import { junitOf as writeJunit } from "../report/page/formats.ts";
import type { Suite } from "../report/page/page.ts";

export const resultShape = object({
  name: string(),
  passed: boolean(),
  "unmet?": described(boolean(), "Whether it was not exercised: then it has not failed."),
  message: described(string(), "What was seen, against what was expected."),
  evidence: list(
    object({
      exchange: described(string(), "Its id in the journal."),
      text: described(string(), "What it was, with its time in the client's seconds."),
    }),
  ),
});

/** What became of a scenario: its steps, and what was expected of it. */
export const verdictShape = object({
  scenario: string(),
  passed: boolean(),
  exercised: described(boolean(), "Whether the client came to all of it."),
  steps: list(
    object({
      name: string(),
      done: described(boolean(), "Whether its trigger was met, and it could be done."),
      problem: described(nullable(string()), "Why it could not be done."),
    }),
  ),
  expectations: list(resultShape),
});

export type Verdict = Infer<typeof verdictShape>;
export type Result = Infer<typeof resultShape>;

/** A verdict as JUnit's XML, which every CI system reads: a test case for each expectation. */
export const junitOf = ({ scenario, expectations }: Verdict): string =>
  writeJunit([suiteOf(scenario, expectations)]);

/** What was expected, as CI systems list it. @param name the suite's */
export const suiteOf = (name: string, expectations: readonly Result[]): Suite => ({
  name,
  cases: expectations.map(({ name, passed, unmet, message, evidence }) => ({
    name,
    message,
    outcome: unmet ? "skipped" : passed ? "passed" : "failed",
    lines: evidence.map(({ text }) => text),
  })),
});

/** A run of a scenario, as it is listed. */
export interface ScenarioDetail {
  readonly id: string;
  /** Name of the scenario. */
  readonly scenario: string;
  readonly over: boolean;
  readonly steps: readonly {
    readonly name: string;
    readonly done: boolean;
    /** Why it could not be done. */
    readonly problem: string | null;
    /** How many requests its fault has met. */
    readonly hits: number;
  }[];
  /** null: it runs, or it was ended unjudged. */
  readonly verdict: Verdict | null;
}
