import type { PairName } from "../report/coverage.ts";
import type { Verdict } from "./judge.ts";
import type { OracleName } from "./names.ts";
import type { Finding } from "./oracles/oracle.ts";
import type { Defect, Odd, TimelineRequest } from "./result-shape.ts";
import type { Spot } from "./spots.ts";

/** What came of one schedule: all that is kept of its run, also in a state folder. */
export interface ScheduleResult {
  readonly key: string;
  readonly verdict: Verdict;
  readonly findings: readonly (Omit<Finding, "difference"> & {
    readonly difference?: readonly Odd[];
  })[];
  readonly oracles: readonly OracleName[];
  readonly exitCode: number;
  /** Calls that it has more of than the reference. */
  readonly next: readonly Spot[];
  /** The pairs of operation and fault that it met. */
  readonly pairs: readonly PairName[];
  readonly tookMs: number;
  /** How many requests each of its faults met. */
  readonly hits?: readonly number[];
  /** Only of a run in which something is wrong. */
  readonly timeline?: readonly TimelineRequest[];
  readonly printed?: Defect["printed"];
}
