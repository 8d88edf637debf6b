import { type OracleName, oracleNames } from "./names.ts";
import { mustSurviveDefault } from "./oracles/survival.ts";
import type { Rows } from "../world/faults/plan.ts";
import type { Choice } from "./candidates.ts";
import type { Case, Cause } from "./causes.ts";
import type { Baseline } from "./reference.ts";
import type { Schedule } from "./schedule.ts";
import type { Run } from "./observation.ts";
import type { ScheduleResult } from "./schedule-result.ts";

/** How far to go. */
interface Effort {
  /** How many schedules at most, and how long, in milliseconds. */
  readonly runs: number;
  readonly ms: number;
  /** How many faults a schedule may have. */
  readonly depth: number;
  /** How many runs side by side. */
  readonly jobs: number;
  /** How often what was found is run again. */
  readonly confirm: number;
  /** Whether what is left of the time goes to faults that are drawn at random. */
  readonly soaks?: boolean;
  /** The part of the schedules that this run does: which of how many, from 1. */
  readonly shard?: { readonly part: number; readonly of: number };
}

/** What to look for, and where. */
export interface Search extends Choice, Effort {
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

/** How far it is. */
export interface Progress {
  readonly doing: "reference" | "schedules" | "shrinking";
  readonly runs: number;
  /** How many schedules there are so far. */
  readonly of: number;
  readonly found: number;
  /** How long it may still take, in milliseconds; Infinity: as long as it needs. */
  readonly leftMs: number;
}

/** What a search needs of the world around it. */
export interface Around {
  readonly run: Run;
  readonly rows: Rows;
  /** The client's time, in milliseconds. */
  readonly now: () => number;
  /** @param soFar what has come of it; not given before the runs without faults are done */
  readonly told?: (progress: Progress, soFar?: () => Explored) => void;
  /** Called with each defect when it is met for the first time, in a sentence. */
  readonly met?: (sentence: string) => void;
  /** What is to be said of where it runs, a sentence each. */
  readonly notes?: readonly string[];
  /** Ends it: what has been found so far is all that it finds. */
  readonly ending?: AbortSignal;
  /** What an earlier search with the same choice has tried, which is not done again. */
  readonly kept?: {
    readonly get: (key: string) => ScheduleResult | undefined;
    readonly add: (tried: ScheduleResult) => void;
  };
}

/** A cause with the smallest schedule that shows it. */
export interface Shown extends Cause {
  readonly smallest: Schedule;
  /** What the smallest schedule's run was like. */
  readonly last: ScheduleResult;
  /** How many of so many runs of it failed. */
  readonly repeats: { readonly failed: number; readonly of: number };
}

/** All that came of a search. */
export interface Explored {
  readonly baseline: Baseline;
  /** What is not compared and why, and what was slow; a sentence each. */
  readonly notes: readonly string[];
  readonly cases: readonly Case[];
  readonly shown: readonly Shown[];
  /** Schedules that were not tried, as far as they were known when it ended. */
  readonly left: readonly Schedule[];
  /** Whether the budget was spent, or somebody ended it, before everything was tried. */
  readonly isCut: boolean;
  readonly runs: number;
  readonly tookMs: number;
}
