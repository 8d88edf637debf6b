import { parseDuration } from "../world/time/duration.ts";
import type { OutcomeInput } from "../world/faults/types.ts";
import { isHuge } from "./cost.ts";
import { withOutcome } from "./kinds.ts";
import type { ScheduledFault, Schedule } from "./schedule.ts";

/**
 * The smallest schedule that still fails: without faults that it does not need, fewer times, with shorter waits.
 *
 * @param fails runs a schedule, and says whether it fails in the same way
 */
export async function shrunk(
  schedule: Schedule,
  fails: (smaller: Schedule) => Promise<boolean>,
): Promise<Schedule> {
  let smallest = schedule;
  for (;;) {
    const next = await firstThat(smallerOf(smallest), fails);
    if (next === undefined) return smallest;
    smallest = next;
  }
}

async function firstThat(
  schedules: readonly Schedule[],
  fails: (each: Schedule) => Promise<boolean>,
): Promise<Schedule | undefined> {
  for (const each of schedules) if (await fails(each)) return each;
  return undefined;
}

/** What is one step smaller: the largest steps first. */
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
  const isAll = spot.which === "all";
  const once = isAll && times === undefined ? [{ ...planned, times: 1 }] : [];
  const fewer = isAll && times === undefined ? [{ ...planned, times: 3 }] : [];
  const half =
    kind.bounds !== undefined && typeof times === "number" && times > 1
      ? [{ ...planned, times: Math.floor(times / 2) }]
      : [];
  const outcome = shorter(kind.outcome);
  const sooner = outcome === undefined ? [] : [{ ...planned, kind: withOutcome(kind, outcome) }];
  return [...once, ...fewer, ...half, ...sooner];
}

/** Waits that are shorter prove nothing: clients wait that long by themselves. */
const spanMsMin = 500;

/** The same with half the wait; undefined: there is none that could be shorter. */
function shorter(outcome: OutcomeInput): OutcomeInput | undefined {
  for (const name of ["delay", "pace", "retryAfter"] as const) {
    const less = halved(outcome[name]);
    if (less !== undefined) return { ...outcome, [name]: less } as OutcomeInput;
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
  for (const [name, each] of Object.entries(value)) {
    const less = halved(each);
    if (less !== undefined) return { ...value, [name]: less };
  }
  return undefined;
}
