import type { Kind } from "./kinds.ts";
import type { OracleName } from "./names.ts";
import type { Finding } from "./oracles/oracle.ts";
import type { Schedule } from "./schedule.ts";
import type { ScheduleResult } from "./schedule-result.ts";

/** Schedules that fail for one reason. */
export interface Cause {
  readonly finding: ScheduleResult["findings"][number];
  readonly oracles: ReadonlySet<OracleName>;
  /** The first that failed, and the others. */
  readonly schedule: Schedule;
  readonly tried: ScheduleResult;
  readonly also: readonly Schedule[];
}

/** A schedule with what came of it. */
export interface Case {
  readonly schedule: Schedule;
  readonly tried: ScheduleResult;
}

/** Puts together what has one cause. The first of each is the smallest: schedules grow. */
export function causesOf(cases: readonly Case[]): Cause[] {
  const causes: { -readonly [K in keyof Cause]: Cause[K] }[] = [];
  for (const { schedule, tried } of cases) {
    for (const finding of tried.findings) {
      const known = causes.find((cause) => isOne(cause, finding, schedule));
      if (known === undefined) {
        causes.push({ finding, oracles: new Set(tried.oracles), schedule, tried, also: [] });
      } else {
        known.also = [...known.also, schedule];
        known.oracles = new Set([...known.oracles, ...tried.oracles]);
      }
    }
  }
  return causes;
}

/** Whether a finding of a run is the one that another has. */
export const isAlike = (one: Pick<Finding, "oracle" | "signs">, other: Finding): boolean =>
  one.oracle === other.oracle && one.signs === other.signs;

const isOne = (
  cause: Cause,
  finding: ScheduleResult["findings"][number],
  schedule: Schedule,
): boolean => {
  const own = namesOf(cause.finding, cause.schedule);
  return namesOf(finding, schedule).some((name) => own.includes(name));
};

/** What a finding is called by its cause: one that shares a name with another has the same cause. */
export function namesOf(finding: ScheduleResult["findings"][number], schedule: Schedule): string[] {
  const { oracle, signs, cause } = finding;
  const known = [oracle, signs].join(" ");
  if (cause === "signs") return [known];
  const parts = schedule.map(({ spot, kind }) =>
    cause === "family" ? effectOf(kind) : `${effectOf(kind)} ${spot.operation}`,
  );
  return [...new Set(parts)].map((part) => `${known} ${part}`);
}

/** Whose client does not wait for an answer has lost it. */
const effectOf = ({ family }: Kind): string => (family === "slow" ? "lost" : family);
