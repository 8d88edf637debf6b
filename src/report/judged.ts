import type { RuleResult } from "./card-shape.ts";

export interface Judged {
  readonly rule: string;
  readonly title: string;
  readonly verdict: "pass" | "fail" | "undecided" | "not exercised";
  readonly leaning: "pass" | "fail" | null;
  readonly wouldDecide: string | null;
  readonly advice?: RuleResult["advice"];
  readonly message: string;
  readonly passed: number;
  readonly failed: number;
  readonly undecided: number;
  readonly evidence: readonly JudgedEvidence[];
}

export interface JudgedEvidence {
  readonly result: "passed" | "failed" | "undecided";
  readonly call: number | null;
  /** Journal ids of the attempts, of a client's. */
  readonly exchanges?: readonly string[];
  readonly text: string;
}

export interface JudgedCard<R extends Judged = Judged> {
  readonly run: { readonly requests: number };
  readonly passed: boolean;
  readonly rules: readonly R[];
}
