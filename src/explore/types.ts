// Printed by the program, checked by a test: UPDATE_TYPES=1 npx vitest run test/printed-types

import type { OperationId } from "../contract/names.ts";
import type { PresetName } from "../report/names.ts";
import type { Thresholds } from "../report/thresholds.ts";

/** What is explored, and how far. */
// oxfmt-ignore
export interface ExploreOptions {
  /** Seed of the order of the schedules. Default: 1. */
  readonly seed?: number;
  /** Number of runs, or a duration such as 2m. Default: 5m. */
  readonly budget?: number | string;
  /** In place of budget: go on for this long, with several faults in a run that are drawn at random. */
  readonly soak?: string;
  /**
   * With soak: the probability with which each call meets a kind of fault, such as { 429: 0.02, close: 0.01
   * }.
   */
  readonly probability?: Readonly<Record<string, number>>;
  /** Only faults on these operations, and of these kinds, such as create_list or 'reset after'. */
  readonly only?: readonly (OperationId | (string & Record<never, never>))[];
  /** Faults that no client can notice: page skip, ignore, late, stale; page-loops: pages without an end. */
  readonly include?: readonly string[];
  /** What must not end the client. reset and timeout: of reads. Default: 429, 503, reset, timeout. */
  readonly mustSurvive?: readonly string[];
  /** Maximum faults in a schedule. Default: 2. */
  readonly depth?: number;
  /** What to judge a run by. Default: all. */
  readonly oracles?:
    | readonly ("hang"
    | "honesty"
    | "state"
    | "output"
    | "survival"
    | "recovery"
    | "crash"
    | "check"
    | "reads-all"
    | "storm"
    | "waits")[];
  /** Runs side by side. Default: 4. */
  readonly jobs?: number;
  /** Longest time of a run. Default: 30s. */
  readonly timeout?: string;
  /** How often a defect is run again, at most. Default: 10. */
  readonly confirm?: number;
  /** Only this part of the schedules, such as 1/4. */
  readonly shard?: string;
}

/** How far an exam goes. */
// oxfmt-ignore
export interface ExamOptions {
  /** Longest time of the exam. Default: 60s. */
  readonly budget?: string;
  /** Runs side by side. Default: 4. */
  readonly jobs?: number;
  /** Longest time of a run. Default: 3m. */
  readonly timeout?: string;
  /** Thresholds of the rules. Default: service. */
  readonly preset?: PresetName;
  /** Overrides of the preset. */
  readonly thresholds?: Partial<Thresholds>;
}
