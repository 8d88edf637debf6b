import { isHuge, type Kind } from "./kinds.ts";
import type { Case } from "./causes.ts";
import type { Verdict } from "./judge.ts";
import type { ScheduledFault, Schedule } from "./schedule.ts";
import type { IsRead, Parts } from "./trials/moments.ts";

/**
 * In which order schedules come. What a schedule may teach counts against the time it holds a client up: the first of
 * its sort at an operation comes soon, and each further one of that sort later. Times are those of the faults, never
 * measured ones, so that one seed has one order.
 */

/** How much later comes one that teaches what others of its sort have taught, in milliseconds of waiting. */
const anotherMs = 3000;

/** How much later comes the first where every call fails: a client spends all of its patience each time. */
const allMs = 1500;

/** What comes with a promise comes after the same without one, which is the plainer of the two. */
const promiseMs = 200;

/** What hangs may hold its client up until the run is stopped: the first comes soon, others when all else is done. */
const hangMs = 1500;
const anotherHangMs = 1e9;

/** Puts schedules in order by the last fault of each and the class of its call; of those alike the first given comes first. */
export const ordered = (schedules: readonly Schedule[]): Schedule[] =>
  rankedBy(schedules, ({ spot }) => `${spot.operation} ${spot.target}`);

const lastOf = (schedule: Schedule): ScheduledFault => schedule.at(-1) as ScheduledFault;

/** Whether a write may come twice depends on the operation, and not on how a client tries again. */
const isReset = ({ where, outcome }: Kind): boolean =>
  where === "after" && outcome.connection === "reset";

/** Puts single faults in order: most clients treat all reads alike, and all writes. */
export function inParts(schedules: readonly Schedule[], isRead: IsRead): Parts {
  const known = new Set<string>();
  const once: Schedule[] = [];
  const elsewhere: Schedule[] = [];
  const sideOf = ({ spot }: ScheduledFault) => (isRead(spot.operation) ? "read" : "write");
  for (const schedule of schedules) {
    const planned = lastOf(schedule);
    const { spot, kind } = planned;
    const place = isReset(kind) ? spot.operation : sideOf(planned);
    const what = spot.which === "all" ? allSortOf(kind) : kind.variant;
    const name = kind.outcome.connection === "hang" ? "hang" : `${place} ${what}`;
    (known.has(name) ? elsewhere : once).push(schedule);
    known.add(name);
  }
  return { once: rankedBy(once, sideOf), elsewhere: ordered(elsewhere) };
}

/** The same, those first that may teach more: whoever gives up after a kind does so elsewhere, too. Long waits come late. */
export function asLearnt(schedules: readonly Schedule[], cases: readonly Case[], isRead: IsRead) {
  // Those alike are mostly right, or wrong, together.
  const answerOf = (schedule: Schedule): string => {
    const { spot, kind } = lastOf(schedule);
    return `${isRead(spot.operation)} ${spot.which === "all" ? allSortOf(kind) : sortOf(kind)}`;
  };
  const answersWith = (verdict: Verdict) => {
    const found = cases.filter(({ tried }) => tried.verdict === verdict);
    return new Set(found.map(({ schedule }) => answerOf(schedule)));
  };
  const [wrong, givenUp] = [answersWith("defect"), answersWith("gave up")];
  const known = new Set<string>();
  const ranks = schedules.map((schedule) => {
    const answer = answerOf(schedule);
    const { spot, kind } = lastOf(schedule);
    if (wrong.has(answer)) return 3;
    if (isHuge(kind.outcome.retryAfter)) return 2;
    const name = `${spot.operation} ${kind.family}`;
    if (!givenUp.has(answer)) return 0;
    if (known.has(name)) return 1;
    known.add(name);
    return 0;
  });
  return [0, 1, 2, 3].flatMap((rank) => schedules.filter((_, index) => ranks[index] === rank));
}

type PlaceOf = (planned: ScheduledFault) => string;

function rankedBy(schedules: readonly Schedule[], placeOf: PlaceOf): Schedule[] {
  const seen = new Map<string, number>();
  const before = (sort: string): number => {
    const count = seen.get(sort) ?? 0;
    seen.set(sort, count + 1);
    return count;
  };
  return schedules
    .map((schedule) => ({ schedule, rank: rankOf(lastOf(schedule), placeOf, before) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ schedule }) => schedule);
}

function rankOf(planned: ScheduledFault, placeOf: PlaceOf, before: (sort: string) => number) {
  const { spot, kind } = planned;
  if (kind.outcome.connection === "hang") return hangMs + before("hang") * anotherHangMs;
  const isAll = spot.which === "all";
  const at = isReset(kind) ? spot.operation : placeOf(planned);
  const index = before(`${at} ${isAll ? allSortOf(kind) : sortOf(kind)}`);
  // Runs go side by side: one that waits leaves the processor to others.
  const waited = kind.costMs / 2 + (kind.variant === kind.name ? 0 : promiseMs);
  const wait = isReset(kind) ? waited - promiseMs : waited;
  return wait + (isAll ? allMs : 0) + index * anotherMs;
}

/** What a client has to get right with a kind: those of one sort are mostly got right, or wrong, together. */
function sortOf({ name, family, outcome, variant }: Kind): string {
  if (variant !== name) return promiseOf(variant);
  if (outcome.edge !== undefined) return `edge ${String(outcome.edge)[0]}xx`;
  if (family === "lost" || family === "slow") return `${family} ${name.endsWith(" after")}`;
  return family === "spoilt" ? family : name;
}

/** Where every call fails, it is all the same how; what it promises is not, nor is what looks like a success. */
function allSortOf(kind: Kind): string {
  const { name, family, variant, outcome } = kind;
  if (variant !== name) return `all ${promiseOf(variant)}`;
  const status = outcome.status ?? outcome.edge ?? 0;
  const isPassing = status === 429 || status >= 500 || outcome.limit !== undefined;
  const isFailure = family === "lost" || family === "spoilt" || (family === "refused" && isPassing);
  return `all ${isFailure ? "fail" : sortOf(kind)}`;
}

/** `Retry-After 2`, whichever status has it. */
const promiseOf = (variant: string): string => variant.split(", ").at(-1) ?? variant;
