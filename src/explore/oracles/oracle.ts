import type { Difference } from "../difference.ts";
import type { OracleName } from "../names.ts";
import type { CommandEnd, Observation } from "../observation.ts";
import type { Baseline } from "../reference.ts";
import type { Schedule } from "../schedule.ts";

export interface Finding {
  readonly oracle: OracleName;
  /** What is wrong, in words that follow on "When the response of create_list is lost, …". */
  readonly text: string;
  /** What tells this mistake from others of its oracle, whichever records it is about: words. */
  readonly signs: string;
  readonly difference?: Difference;
  /** Lines that were printed too seldom, and how often they should be; `*` stands for what differs in each run. */
  readonly missing?: readonly { readonly line: string; readonly expected: number }[];
}

export interface Case {
  readonly schedule: Schedule;
  readonly seen: Observation;
  readonly baseline: Baseline;
  readonly mustSurvive: readonly string[];
  /** Whether a command that was still running does not end, for all that is known. */
  readonly isEndless?: boolean;
  readonly difference: Difference;
}

export type Oracle = (run: Case) => Finding | undefined;

export const endsWell = ({ exitCode, isKilled }: CommandEnd): boolean =>
  exitCode === 0 && !isKilled;
