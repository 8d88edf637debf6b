import { isReading } from "../../world/faults/row.ts";
import type { Rows } from "../../world/faults/plan.ts";
import { isNonsense } from "../oracles/survival.ts";
import { keyOf, type ScheduledFault, type Schedule } from "../schedule.ts";
import type { ScheduleResult } from "../schedule-result.ts";

/** Faults of one run that do not disturb each other: a client that survives all of them survives each. */
export type Group = readonly Schedule[];

/** Where there are few calls, a second fault meets the retry: a client of three attempts survives both. */
const fewCalls = 3;

/** How long the faults of a run hold a client up together, in milliseconds. */
const costMsMax = 4000;
const sizeMin = 3;

/**
 * Single faults in groups, the quickest first. Only those take part that a client with retries survives at any call.
 *
 * @param eachMsMax how long one of them may hold a client up
 */
export function groupsOf(
  schedules: readonly Schedule[],
  rows: Rows,
  eachMsMax = costMsMax,
): Group[] {
  const hopeful = schedules
    .filter(([planned]) => planned !== undefined && isHopeful(planned, rows))
    .filter((schedule) => costOf(schedule) <= eachMsMax)
    .toSorted((a, b) => costOf(a) - costOf(b));
  const atOneCall = new Set(hopeful.map(callOf)).size > fewCalls ? 1 : 2;
  const groups: { members: Schedule[]; costMs: number }[] = [];
  for (const schedule of hopeful) {
    const [call, cost] = [callOf(schedule), costOf(schedule)];
    let group = groups.find(
      ({ members, costMs }) =>
        (costMs + cost <= costMsMax || cost === 0) &&
        members.filter((each) => callOf(each) === call).length < atOneCall,
    );
    if (group === undefined) groups.push((group = { members: [], costMs: 0 }));
    group.members.push(schedule);
    group.costMs += cost;
  }
  return groups.map(({ members }) => members).filter(({ length }) => length >= sizeMin);
}

const costOf = (schedule: Schedule): number =>
  schedule.reduce((sum, each) => sum + each.kind.costMs, 0);

const callOf = ([planned]: Schedule): string =>
  `${planned?.spot.operation} ${planned?.spot.before}`;

/** One schedule by itself. */
export const alone = (schedule: Schedule): Group => [schedule];

/** The two halves of a group; none: they would be too small. */
export function halvesOf(group: Group): Group[] {
  const middle = Math.ceil(group.length / 2);
  const halves = [group.slice(0, middle), group.slice(middle)];
  return halves.every(({ length }) => length >= sizeMin) ? halves : [];
}

/** Whether it passes by itself, and trying again does no harm. */
function isHopeful({ spot, kind }: ScheduledFault, rows: Rows): boolean {
  const { family, outcome, where, isSilent } = kind;
  const row = rows.get(spot.operation);
  if (spot.which === "all" || isSilent || row === undefined) return false;
  if (family === "refused") {
    const status = outcome.status ?? outcome.edge ?? 429;
    const isPassing = (status === 429 || status >= 500) && where !== "after";
    return isPassing && !isNonsense(outcome.retryAfter);
  }
  // Odd pages change which calls there are.
  const isOfAnswer = family === "lost" || family === "slow" || family === "spoilt";
  return isReading(row) && isOfAnswer && outcome.connection !== "hang";
}

/** What a run in a group says of one of its faults. */
export const ofMember = (tried: ScheduleResult, schedule: Schedule): ScheduleResult => {
  const [planned] = schedule;
  const next = tried.next.filter(({ operation }) => operation === planned?.spot.operation);
  return { ...tried, key: keyOf(schedule), next };
};
