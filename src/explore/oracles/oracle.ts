import type { Difference } from "../difference.ts";
import type { OracleName } from "../names.ts";
import type { Baseline } from "../reference.ts";
import type { Schedule } from "../schedule.ts";
import type { Observation } from "../observation.ts";

/** Something that is wrong with a run. */
export interface Finding {
  readonly oracle: OracleName;
  /** What is wrong, in words that follow on "When the response of create_list is lost, …". */
  readonly text: string;
  /** What tells this mistake from others of its oracle, whichever records it is about: words. */
  readonly signs: string;
  readonly difference?: Difference;
  /** Lines that the command prints without faults, and has not printed. */
  readonly missing?: readonly Missing[];
}

/** A line that a run has printed too seldom; `*` stands for what differs in each run. */
export interface Missing {
  readonly line: string;
  /** How often a run without faults prints it. */
  readonly expected: number;
}

/** One run, with all that there is to judge it by. */
export interface Case {
  readonly schedule: Schedule;
  readonly seen: Observation;
  readonly baseline: Baseline;
  /** What a client must survive: statuses, `reset`, `timeout`. */
  readonly mustSurvive: readonly string[];
  /** Whether a command that was still running does not end, for all that is known. */
  readonly isEndless?: boolean;
  /** The state in which it ended, against the reference's. */
  readonly difference: Difference;
}

/** Says what is wrong with a run, as far as it looks at it. */
export type Oracle = (run: Case) => Finding | undefined;
