import type { OutcomeInput } from "../world/faults/types.ts";
import { parseDuration } from "../world/time/duration.ts";
import type { ScheduleResult } from "./judge.ts";
import { isHuge, withOutcome } from "./kinds.ts";
import type { OracleName } from "./names.ts";
import type { Finding } from "./oracles/oracle.ts";
import { inPool } from "./pool.ts";
import type { Schedule, ScheduledFault } from "./schedule.ts";
import { isOfRun } from "./trials/moments.ts";

export type Case = { readonly schedule: Schedule; readonly tried: ScheduleResult };

export interface Cause extends Case {
  readonly finding: Finding;
  readonly oracles: ReadonlySet<OracleName>;
  readonly also: readonly Schedule[];
}

export interface Shown extends Cause {
  readonly smallest: Schedule;
  readonly last: ScheduleResult;
  readonly repeats: { readonly failed: number; readonly of: number };
}

export const isSingle = ({ schedule }: Case): boolean => schedule.length === 1;

/** Those with the fewest faults first, and of those alike what is of one call: an outage says less of where. */
export const byLength = (cases: readonly Case[]): Case[] =>
  cases.toSorted((a, b) => sizeOf(a) - sizeOf(b));

const sizeOf = ({ schedule }: Case): number => schedule.length + (schedule.some(isOfRun) ? 0.5 : 0);

/** Puts together what goes wrong in one way. The first of each is the smallest: schedules grow. */
export function causesOf(cases: readonly Case[]): Cause[] {
  const causes: ({ -readonly [K in keyof Cause]: Cause[K] } & { names: Set<string> })[] = [];
  for (const { schedule, tried } of cases) {
    for (const finding of tried.findings) {
      const names = namesOf(finding, schedule);
      const known = causes.find((cause) => names.some((name) => cause.names.has(name)));
      if (known === undefined) {
        const oracles = new Set(tried.oracles);
        causes.push({ finding, oracles, schedule, tried, also: [], names: new Set(names) });
      } else {
        known.also = [...known.also, schedule];
        known.oracles = new Set([...known.oracles, ...tried.oracles]);
        for (const name of names) known.names.add(name);
      }
    }
  }
  return causes;
}

/** What a run did wrong. Honesty is the state, seen from the side of what was printed. */
const effectsOf = ({ oracle, signs }: Pick<Finding, "oracle" | "signs">): string[] =>
  signs.split(" ").map((sign) => `${oracle === "honesty" ? "state" : oracle} ${sign}`);

const isAlike = (one: Pick<Finding, "oracle" | "signs">, other: Finding): boolean =>
  effectsOf(other).some((effect) => effectsOf(one).includes(effect));

/** Names of what went wrong, anywhere or at the fault's operation: findings that share one are one defect. */
export function namesOf(finding: Pick<Finding, "oracle" | "signs">, schedule: Schedule): string[] {
  const effects = effectsOf(finding);
  const whole = effects.map((effect, index) => (index === 0 ? effect : effect.split(" ")[1]));
  const operations = new Set(schedule.map(({ spot: { operation } }) => operation));
  const parts = [...operations].flatMap((at) => effects.map((effect) => `${effect} at ${at}`));
  return [whole.join(" "), ...parts];
}

/** The smallest schedule that still fails: without faults that it does not need, fewer times, with shorter waits. */
export async function shrunk(schedule: Schedule, fails: (smaller: Schedule) => Promise<boolean>) {
  for (const each of smallerOf(schedule)) if (await fails(each)) return shrunk(each, fails);
  return schedule;
}

function smallerOf(schedule: Schedule): Schedule[] {
  const middle = Math.ceil(schedule.length / 2);
  const halves = schedule.length > 3 ? [schedule.slice(0, middle), schedule.slice(middle)] : [];
  const without = schedule.map((_, index) => schedule.toSpliced(index, 1));
  const less = schedule.flatMap((planned, index) =>
    lessOf(planned).map((each) => schedule.with(index, each)),
  );
  return [...halves, ...without.filter(({ length }) => length > 0), ...less];
}

function lessOf(planned: ScheduledFault): ScheduledFault[] {
  const { spot, kind, times = kind.bounds?.times } = planned;
  const isHalved = kind.bounds !== undefined && typeof times === "number" && times > 1;
  const half = isHalved ? [Math.floor(times / 2)] : [];
  const fewer = spot.which === "all" && times === undefined ? [1, 3] : half;
  const outcome = shorter(kind.outcome);
  const sooner = outcome === undefined ? [] : [{ ...planned, kind: withOutcome(kind, outcome) }];
  return [...fewer.map((count) => ({ ...planned, times: count })), ...sooner];
}

/** Waits that are shorter prove nothing: clients wait that long by themselves. */
const spanMsMin = 500;

/** The same with half the wait; undefined: there is none that could be shorter. */
const shorter = (outcome: OutcomeInput): OutcomeInput | undefined =>
  withHalf(outcome, ["delay", "pace", "retryAfter"]);

function withHalf<T extends object>(value: T, names: readonly string[]): T | undefined {
  for (const name of names) {
    const less = halved((value as Readonly<Record<string, unknown>>)[name]);
    if (less !== undefined) return { ...value, [name]: less };
  }
  return undefined;
}

function halved(value: unknown): unknown {
  if (isHuge(value)) return undefined;
  if (typeof value === "number") return value > 1 ? Math.floor(value / 2) : undefined;
  if (typeof value === "string") {
    const ms = parseDuration(value) ?? 0;
    return ms / 2 >= spanMsMin ? `${Math.round(ms / 2)}ms` : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  return withHalf(value, Object.keys(value));
}

/** How much of the time that a defect has goes to making it small; the rest to running it again. */
const shrinkShare = 0.6;

/** How long the repetitions of one schedule may take together, in milliseconds, also when the time is over. */
const confirmMs = 60_000;
export const confirmMsMin = 1000;

interface Trials {
  /** @returns undefined: it was ended meanwhile */
  readonly run: (schedule: Schedule) => Promise<ScheduleResult | undefined>;
  readonly jobs: number;
  readonly confirm: number;
  readonly now: () => number;
  readonly isEnding: () => boolean;
}

/** A cause with the smallest schedule that fails like it, and how often that fails. @param partMs how long it may take */
export async function minimized(cause: Cause, partMs: number, trials: Trials): Promise<Shown> {
  const { run, now } = trials;
  const until = now() + partMs * shrinkShare;
  const isFailure = (tried: ScheduleResult | undefined): boolean =>
    tried !== undefined && tried.findings.some((each) => isAlike(cause.finding, each));
  let last = cause.tried;
  let seen = 1;
  const smallest = await shrunk(cause.schedule, async (smaller) => {
    if (now() >= until) return false;
    // Once may be by chance.
    if (!isFailure(await run(smaller))) return false;
    const failed = await run(smaller);
    if (failed === undefined || !isFailure(failed)) return false;
    [last, seen] = [failed, 2];
    return true;
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

/** @param tookMs how long a run takes @param forMs how long all may take */
async function repeated(schedule: Schedule, tookMs: number, forMs: number, trials: Trials) {
  const { run, jobs, confirm, isEnding } = trials;
  const ms = Math.min(confirmMs, Math.max(confirmMsMin, forMs));
  const count = Math.min(confirm, Math.floor((ms * jobs) / Math.max(1, tookMs)));
  const tried = await inPool(
    jobs,
    Array.from({ length: count }, () => schedule),
    run,
    isEnding,
  );
  return tried.filter((each) => each !== undefined);
}

export const asMet = (cause: Cause): Shown => ({
  ...cause,
  smallest: cause.schedule,
  last: cause.tried,
  repeats: { failed: 1, of: 1 },
});
