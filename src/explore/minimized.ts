import { type Cause, isAlike } from "./causes.ts";
import type { Finding } from "./oracles/oracle.ts";
import { inPool } from "./pool.ts";
import type { Schedule } from "./schedule.ts";
import type { Shown } from "./search.ts";
import { shrunk } from "./shrink.ts";
import type { ScheduleResult } from "./schedule-result.ts";

/** How much of the time that a defect has goes to making it small; the rest to running it again. */
const shrinkShare = 0.6;

/** How long the repetitions of one schedule may take together, in milliseconds, also when the time is over. */
const confirmMs = 60_000;
export const confirmMsMin = 1000;

/** What it takes to run schedules again. */
export interface Trials {
  /** @returns undefined: it was ended meanwhile */
  readonly run: (schedule: Schedule) => Promise<ScheduleResult | undefined>;
  /** How many runs side by side. */
  readonly jobs: number;
  /** How often what was found is run again, at most. */
  readonly confirm: number;
  /** In milliseconds. */
  readonly now: () => number;
  readonly isEnding: () => boolean;
}

/**
 * A cause with the smallest schedule that fails like it, and how often that fails.
 *
 * @param partMs how long it may take
 */
export async function minimized(cause: Cause, partMs: number, trials: Trials): Promise<Shown> {
  const { run, now } = trials;
  const until = now() + partMs * shrinkShare;
  const isFailure = ({ findings }: ScheduleResult): boolean =>
    findings.some((each) => isAlike(cause.finding, each as Finding));
  const failure = async (schedule: Schedule): Promise<ScheduleResult | undefined> => {
    const tried = await run(schedule);
    return tried !== undefined && isFailure(tried) ? tried : undefined;
  };
  let last = cause.tried;
  let seen = 1;
  const smallest = await shrunk(cause.schedule, async (smaller) => {
    if (now() >= until) return false;
    // Once may be by chance.
    const failed = (await failure(smaller)) && (await failure(smaller));
    if (failed !== undefined) [last, seen] = [failed, 2];
    return failed !== undefined;
  });
  // Alone, where it is about time: many runs side by side are late in each step, and would look like waits.
  const jobs = cause.finding.oracle === "waits" ? 1 : trials.jobs;
  const forMs = partMs * (1 - shrinkShare);
  const again = await repeated(smallest, last.tookMs, forMs, { ...trials, jobs });
  const failed = again.filter(isFailure).length;
  // Where there is no time to run it again, it has failed as often as it was seen.
  const repeats = again.length === 0 ? { failed: seen, of: seen } : { failed, of: again.length };
  return { ...cause, smallest, last, repeats };
}

/** @param tookMs how long a run takes @param forMs how long all may take, as far as that is enough for a few */
async function repeated(
  schedule: Schedule,
  tookMs: number,
  forMs: number,
  { run, jobs, confirm, isEnding }: Trials,
): Promise<ScheduleResult[]> {
  const ms = Math.min(confirmMs, Math.max(confirmMsMin, forMs));
  const count = Math.min(confirm, Math.floor((ms * jobs) / Math.max(1, tookMs)));
  const schedules = Array.from({ length: count }, () => schedule);
  const tried = await inPool(jobs, schedules, run, isEnding);
  return tried.filter((each) => each !== undefined);
}

/** A cause as it was met for the first time. */
export const asMet = (cause: Cause): Shown => ({
  ...cause,
  smallest: cause.schedule,
  last: cause.tried,
  repeats: { failed: 1, of: 1 },
});
