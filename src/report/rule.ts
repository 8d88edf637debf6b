import type { Attempt } from "./attempt.ts";
import type { LogicalCall, Run } from "./logical-call.ts";
import type { RuleId } from "./names.ts";
import type { Thresholds } from "./thresholds.ts";

/** One thing that a rule looked at. `unknown`: it says nothing, but why nothing can be said. */
export interface Finding {
  readonly result: "passed" | "failed" | "ambiguous" | "unknown";
  /** One sentence, in the client's seconds. */
  readonly text: string;
  readonly call?: LogicalCall;
  readonly attempts: readonly Attempt[];
}

/** One rule of the report card. */
export interface Rule {
  readonly id: RuleId;
  readonly title: string;
  readonly measures: string;
  readonly tolerance: (thresholds: Thresholds) => string;
  readonly why: string;
  /** What is counted, such as `waits`. */
  readonly unit: string;
  /** What is said if there was nothing to look at. */
  readonly never: string;
  readonly judge: (run: Run, thresholds: Thresholds) => Iterable<Finding>;
}

/** A good sign of a call that is known to be one; of another, nobody can say. */
export const passedIf = (sure: boolean): "passed" | "ambiguous" => (sure ? "passed" : "ambiguous");

export const failedIf = (sure: boolean): "failed" | "ambiguous" => (sure ? "failed" : "ambiguous");
