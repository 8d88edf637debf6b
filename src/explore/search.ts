import { type OracleName, oracleNames } from "./names.ts";
import { mustSurviveDefault } from "./oracles/survival.ts";
import type { Rows } from "../world/faults/plan.ts";
import type { Choice } from "./candidates.ts";
import type { Case, Shown } from "./causes.ts";
import type { ScheduleResult } from "./judge.ts";
import type { Baseline } from "./reference.ts";
import type { Schedule } from "./schedule.ts";
import type { Run } from "./observation.ts";

export interface Search extends Choice {
  readonly runs: number;
  readonly ms: number;
  readonly depth: number;
  readonly jobs: number;
  readonly confirm: number;
  /** Whether what is left of the time goes to faults that are drawn at random. */
  readonly soaks?: boolean;
  /** The part of the schedules that this run does: which of how many, from 1. */
  readonly shard?: { readonly part: number; readonly of: number };
  readonly mustSurvive: readonly string[];
  readonly oracles: readonly OracleName[];
}

export const searchDefault: Search = {
  seed: 1,
  only: [],
  kinds: [],
  timeoutMs: 30_000,
  include: [],
  probability: [],
  kills: false,
  runs: Number.POSITIVE_INFINITY,
  ms: 300_000,
  depth: 2,
  jobs: 4,
  confirm: 10,
  mustSurvive: mustSurviveDefault,
  oracles: oracleNames,
};

export interface Progress {
  readonly doing: "reference" | "schedules" | "shrinking";
  readonly runs: number;
  readonly of: number;
  readonly found: number;
  /** How long it may still take, in milliseconds; Infinity: as long as it needs. */
  readonly leftMs: number;
}

export interface Around {
  readonly run: Run;
  readonly rows: Rows;
  readonly now: () => number;
  /** @param soFar what has come of it; not given before the runs without faults are done */
  readonly told?: (progress: Progress, soFar?: () => Explored) => void;
  /** Called with each defect when it is met for the first time, in a sentence. */
  readonly met?: (sentence: string) => void;
  readonly notes?: readonly string[];
  /** Ends it: what has been found so far is all that it finds. */
  readonly ending?: AbortSignal;
  /** What an earlier search with the same choice has tried, which is not done again. */
  readonly kept?: {
    readonly get: (key: string) => ScheduleResult | undefined;
    readonly add: (tried: ScheduleResult) => void;
  };
}

export interface Explored {
  readonly baseline: Baseline;
  /** What is not compared and why, and what was slow; a sentence each. */
  readonly notes: readonly string[];
  readonly cases: readonly Case[];
  readonly shown: readonly Shown[];
  readonly left: readonly Schedule[];
  /** Whether the budget was spent, or somebody ended it, before everything was tried. */
  readonly isCut: boolean;
  readonly runs: number;
  readonly tookMs: number;
}
