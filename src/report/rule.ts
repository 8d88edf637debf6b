import type { Attempts } from "./calls/attempt.ts";
import type { Doubt, LogicalCall, Run } from "./calls/logical-call.ts";
import type { RuleId } from "./names.ts";
import type { Thresholds } from "./thresholds.ts";

/** `undecided`: it does not tell enough. `unknown`: it does not count; its text says why. */
export interface Finding {
  readonly result: "passed" | "failed" | "undecided" | "unknown";
  /** `<call>: <what the client did>.`, in the client's seconds; the number that decides comes first. */
  readonly text: string;
  /** In place of the rule's own. */
  readonly expected?: string;
  readonly fix?: string;
  /** What it would be, if it were decided. Default: nothing is suggested. */
  readonly leaning?: Leaning | undefined;
  /** What would decide it, in the imperative. Default: to tell the calls apart. */
  readonly wouldDecide?: string;
  /** There is too little of it to tell: unless it leans to fail, what passed elsewhere stands. */
  readonly isFew?: true;
  readonly call?: LogicalCall;
  readonly calls?: readonly LogicalCall[];
  readonly attempts: Attempts;
}

/** What a rule finds, one after the other; undefined: nothing, but it may be interrupted here. */
export type Findings = Iterable<Finding | undefined>;

export type Leaning = "pass" | "fail";

/** One rule of the report card. Its phrases begin a sentence, or go on with one, and have no full stop. */
export interface Rule {
  readonly id: RuleId;
  readonly title: string;
  readonly measures: string;
  readonly tolerance: (thresholds: Thresholds) => string;
  readonly why: string;
  /** Follows `Expected: ` in a failed finding. */
  readonly expected: (thresholds: Thresholds) => string;
  /** Follows `Fix: ` in a failed finding: one action. */
  readonly fix: string;
  /** Follows the number of passes, two or more. */
  readonly unit: string;
  /** What it looks at: there was none if it was not exercised. */
  readonly event: string;
  /** The scenario or the fault that brings such an event about, as the command line has it. */
  readonly exercise: string;
  /** Which requests are one call's, of each call or of all together; or the requests alone. */
  readonly about: "call" | "calls" | "requests";
  readonly judge: (run: Run, thresholds: Thresholds) => Findings;
  /** Asked of requests that are alike where there are too many ways to tell their calls apart. */
  readonly together?: (doubt: Doubt, thresholds: Thresholds) => Findings;
}
