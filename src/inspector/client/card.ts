/** The report card, as far as the page reads it. */

export interface AttemptOfCard {
  readonly exchange: string;
  readonly at: number;
  readonly took: number | null;
  readonly status: number | null;
  readonly outcome: "answered" | "refused" | "lost" | "spoilt" | "open";
  readonly retryAfter: number | null;
  /** In world time, ISO 8601. */
  readonly promisedUntil: string | null;
  readonly waited: number | null;
  readonly faults: readonly string[];
}

export interface CallOfCard {
  readonly id: number;
  readonly operation: string;
  readonly about: string;
  readonly knownBy: "name" | "difference" | "likeness";
  readonly named: string | null;
  readonly outcome: "succeeded" | "gave up" | "refused" | "open";
  /** What the rules say of it, the worst first. */
  readonly verdicts: readonly VerdictOfCall[];
  readonly attempts: readonly AttemptOfCard[];
}

/** What a rule says of one call. */
export interface VerdictOfCall {
  readonly rule: string;
  readonly result: string;
  readonly text: string;
}

interface Evidence {
  readonly result: string;
  readonly call: number | null;
  readonly exchanges: readonly string[];
  readonly text: string;
}

interface RuleOfCard {
  readonly rule: string;
  readonly title: string;
  readonly passed: number;
  readonly failed: number;
  readonly undecided: number;
  readonly leaning: "pass" | "fail" | null;
  readonly wouldDecide: string | null;
  readonly verdict: "pass" | "fail" | "undecided" | "not exercised";
  readonly message: string;
  readonly evidence: readonly Evidence[];
}

/** The report card, live. */
export interface Card {
  readonly run: {
    readonly from: string | null;
    readonly seconds: number;
    readonly requests: number;
    readonly calls: number;
    readonly callsByLikeness: number;
    readonly dropped: number;
  };
  readonly preset: string;
  readonly passed: boolean;
  readonly rules: readonly RuleOfCard[];
  readonly calls: readonly CallOfCard[];
  readonly coverage: {
    readonly share: number;
    readonly pairs: readonly {
      readonly operation: string;
      readonly fault: string;
      readonly met: number;
      readonly survived: number;
      readonly undecided: number;
    }[];
    readonly neverMet: readonly string[];
  };
  readonly whatIf: {
    readonly operations: readonly {
      readonly operation: string;
      readonly tier: string | null;
      readonly requests: number;
      readonly perSecond: number;
      readonly perMinute: number;
      readonly tiers: readonly { readonly tier: string; readonly refused: number }[];
    }[];
  };
  readonly policy: {
    readonly attempts: number;
    readonly baseMs: number;
    readonly factor: number;
    readonly capMs: number;
    readonly honourRetryAfter: boolean;
    readonly retryStatuses: readonly number[];
    readonly retryLostWrites: boolean;
    readonly reasons: readonly string[];
  };
}

/** What receivers of webhooks did, judged. */
export interface ReceiverCard {
  readonly rules: readonly RuleOfCard[];
}
