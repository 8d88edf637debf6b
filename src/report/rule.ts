import type { Attempt } from "./attempt.ts";
import type { LogicalCall, Run } from "./logical-call.ts";
import type { RuleId } from "./names.ts";
import type { Thresholds } from "./thresholds.ts";

/** One thing that a rule looked at. `unknown`: no verdict; its text says why. */
export interface Finding {
  readonly result: "passed" | "failed" | "ambiguous" | "unknown";
  /** `<call>: <what the client did>.`, in the client's seconds; the number that decides comes first. */
  readonly text: string;
  /** In place of the rule's own. */
  readonly expected?: string;
  /** In place of the rule's own. */
  readonly fix?: string;
  readonly call?: LogicalCall;
  readonly attempts: readonly Attempt[];
}

/** One rule of the report card. Its phrases begin a sentence, or go on with one, and have no full stop. */
export interface Rule {
  readonly id: RuleId;
  /** What a good client does, in the imperative. */
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
  readonly judge: (run: Run, thresholds: Thresholds) => Iterable<Finding>;
}

/** A good sign of a call whose attempts are known to be its own; of another it is ambiguous. */
export const passedIf = (sure: boolean): "passed" | "ambiguous" => (sure ? "passed" : "ambiguous");

/** A failed rule, of a call whose attempts are known to be its own. */
export const failedIf = (sure: boolean): "failed" | "ambiguous" => (sure ? "failed" : "ambiguous");
