import { isReading } from "../../world/faults/row.ts";
import type { Rows } from "../../world/faults/plan.ts";
import { isHuge } from "../cost.ts";
import { isNonsense } from "../oracles/survival.ts";
import { keyOf, type ScheduledFault, type Schedule } from "../schedule.ts";
import type { ScheduleResult } from "../schedule-result.ts";

/** Faults of one run that do not disturb each other: a client that survives all of them survives each. */
export type Group = readonly Schedule[];

/** Where there are few calls, further faults meet the retries: so many are wanted in a run. */
const wanted = 18;
const sizeMin = 3;
const sizeMax = 24;

/** What passes by itself, where trying again does no harm: those of one sort are survived, or not, together. */
export type Sort = "refused" | "odd promise" | "lost" | "spoilt" | "unnoticed";

/** Of which sort a fault is; undefined: it is tried by itself. */
export function sortOf([planned]: Schedule, rows: Rows): Sort | undefined {
  const { spot, kind } = planned as ScheduledFault;
  const { family, outcome, where, isSilent } = kind;
  const row = rows.get(spot.operation);
  // A limit refuses what is asked next, too, which others would count.
  const isApart = spot.which === "all" || isSilent || outcome.limit !== undefined;
  if (isApart || row === undefined) return undefined;
  if (family === "refused") {
    const status = outcome.status ?? outcome.edge ?? 429;
    const isPassing = (status === 429 || status >= 500) && where !== "after";
    if (!isPassing || isHuge(outcome.retryAfter)) return undefined;
    return isNonsense(outcome.retryAfter) ? "odd promise" : "refused";
  }
  // Odd pages change which calls there are.
  const isOfAnswer = family === "lost" || family === "slow" || family === "spoilt";
  if (!isOfAnswer || !isReading(row) || outcome.connection === "hang") return undefined;
  return family === "slow" || outcome.spoil === "content-type" ? "unnoticed" : family;
}

/**
 * Takes the faults of one run off a list, the quickest first: at each call one, or further ones for its retries. Of
 * those that a client may take for good one at each operation: no retry stands for the call in what others count.
 *
 * @param deepest how many faults a client survives at one call
 * @param msMax how long they may hold it up together
 */
export function groupFrom(left: Schedule[], deepest: number, msMax: number): Group {
  const placeOf = deepest > 1 ? callOf : operationOf;
  const depth = Math.min(deepest, Math.ceil(wanted / new Set(left.map(callOf)).size));
  // Those that meet the same retry stand together: half of a group meets fewer.
  const layers: Schedule[][] = Array.from({ length: depth }, () => []);
  let [size, ms] = [0, 0];
  for (const schedule of left.toSorted((a, b) => costOf(a) - costOf(b))) {
    const [place, cost] = [placeOf(schedule), costOf(schedule)];
    const layer = layers.find((layer) => layer.every((each) => placeOf(each) !== place));
    if (size >= sizeMax) break;
    if (layer === undefined || (cost > 0 && ms > 0 && ms + cost > msMax)) continue;
    layer.push(schedule);
    left.splice(left.indexOf(schedule), 1);
    size += 1;
    ms += cost;
  }
  return layers.flat();
}

/** All of its faults. One that waits for a later call must not count the retries of an earlier one. */
export const asOne = (group: Group): Schedule =>
  group.flat().toSorted((a, b) => a.spot.before - b.spot.before);

/** How many faults meet the call of a group that has the most. */
export const depthOf = (group: Group): number =>
  Math.max(...group.map((one) => group.filter((each) => callOf(each) === callOf(one)).length));

const costOf = (schedule: Schedule): number =>
  schedule.reduce((sum, each) => sum + each.kind.costMs, 0);

const operationOf = ([planned]: Schedule) => planned?.spot.operation;

const callOf = ([planned]: Schedule): string =>
  `${planned?.spot.operation} ${planned?.spot.before}`;

/** One schedule by itself. */
export const alone = (schedule: Schedule): Group => [schedule];

/** The two halves of a group; of one that is too small, each by itself. */
export function partsOf(group: Group): Group[] {
  const middle = Math.ceil(group.length / 2);
  return group.length < 2 * sizeMin
    ? group.map(alone)
    : [group.slice(0, middle), group.slice(middle)];
}

/** What a run in a group says of one of its faults. */
export const ofMember = (tried: ScheduleResult, schedule: Schedule): ScheduleResult => {
  const [planned] = schedule;
  const next = tried.next.filter(({ operation }) => operation === planned?.spot.operation);
  return { ...tried, key: keyOf(schedule), next };
};
