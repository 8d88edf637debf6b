/** Explorations, as far as the page reads them. */

/** How far one is. */
export interface ExplorationGlimpse {
  readonly state: "none" | "running" | "finished" | "failed" | "shown";
  readonly progress: {
    readonly doing: "reference" | "schedules" | "shrinking";
    readonly runs: number;
    readonly of: number;
    readonly found: number;
    readonly leftMs: number | null;
  } | null;
}

/** What became of one kind of fault at one operation, in numbers of schedules. */
export interface Cell {
  readonly operation: string;
  readonly kind: string;
  readonly survived: number;
  readonly gaveUp: number;
  readonly defects: number;
  readonly unmet: number;
  readonly left: number;
}

/** A record that is not as in a run without faults. */
export interface Odd {
  readonly collection: string;
  readonly what: "added" | "changed" | "removed";
  readonly name: string;
  readonly expected: number;
  readonly found: number;
  readonly members: Readonly<
    Record<string, { readonly expected: unknown; readonly found: unknown }>
  >;
}

/** One request of a failing run. */
export interface Moment {
  /** Milliseconds since the first request. */
  readonly at: number;
  readonly operation: string;
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly injected: readonly string[];
}

export interface Defect {
  readonly name: string;
  readonly sentence: string;
  readonly oracles: readonly string[];
  readonly faults: readonly object[];
  readonly exitCode: number;
  readonly failed: number;
  readonly repeats: number;
  readonly difference: readonly Odd[];
  readonly missing: readonly { readonly line: string; readonly expected: number }[];
  readonly timeline: readonly Moment[];
  readonly also: readonly { readonly operation: string; readonly kind: string }[];
  readonly scenario: string | null;
  readonly command: string | null;
  readonly test: string;
}

/** What an exploration found, as its explore.json says it. */
interface Found {
  readonly seed: number;
  readonly runs: number;
  readonly schedules: {
    readonly tried: number;
    readonly survived: number;
    readonly gaveUp: number;
    readonly unmet: number;
    readonly left: number;
  };
  readonly seconds: number;
  readonly requests: number;
  readonly notes: readonly string[];
  readonly defects: readonly Defect[];
  readonly unsteady: readonly Defect[];
  readonly matrix: readonly Cell[];
}

/** The last exploration of an emulator, or the one that runs. */
export interface Exploration extends ExplorationGlimpse {
  /** Why it failed. */
  readonly problem: string | null;
  /** Kinds of fault that stand together. */
  readonly groups: readonly { readonly name: string; readonly kinds: readonly string[] }[];
  readonly result: Found | null;
}
