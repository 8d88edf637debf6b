import type { Words } from "../../contract/words.ts";
import { isReading } from "../../world/faults/kind.ts";
import type { Rows } from "../../world/faults/plan.ts";
import type { ScheduleResult } from "../judge.ts";
import { costOf as costOfOutcome, isHuge } from "../kinds.ts";
import { isNonsense } from "../oracles/survival.ts";
import { asksDone, keyOf, type ScheduledFault, type Schedule, mayJoin } from "../schedule.ts";
import type { Dice } from "../../world/dice.ts";
import { matchesGlob } from "../../world/name-match.ts";

/** Faults of one run that do not disturb each other: a client that survives all of them survives each. */
export type Group = readonly Schedule[];

/** Where there are few calls, further faults meet the retries: so many are wanted in a run. */
const wanted = 18;
const sizeMin = 3;
const sizeMax = 24;

/** How many faults a call meets one after the other: few clients try more often. */
const alwaysMax = 5;

/**
 * What passes by itself, where trying again does no harm: those of one sort are survived, or not, together. `always`: of
 * what does not pass a client meets another one at each attempt, until it gives up.
 */
export type Sort = Words<"refused lost spoilt unnoticed always"> | "odd promise" | "lost write";

/** Of which sort a fault is; undefined: it is tried by itself. */
export function sortOf([planned]: Schedule, rows: Rows): Sort | undefined {
  const { spot, kind } = planned as ScheduledFault;
  const { family, outcome, where, isSilent } = kind;
  const row = rows.get(spot.operation);
  // A limit refuses what is asked next, too, which others would count.
  if (isSilent || outcome.limit !== undefined || row === undefined) return undefined;
  if (family === "refused") {
    const status = outcome.status ?? outcome.edge ?? 429;
    const isPassing = (status === 429 || status >= 500) && where !== "after";
    if (!isPassing || isHuge(outcome.retryAfter)) return undefined;
    if (spot.which === "all") return asksForWait(kind) ? "always" : undefined;
    return isNonsense(outcome.retryAfter) ? "odd promise" : "refused";
  }
  // Odd pages change which calls there are.
  const isOfAnswer = family === "lost" || family === "slow" || family === "spoilt";
  if (!isOfAnswer || outcome.connection === "hang") return undefined;
  if (spot.which === "all") return "always";
  // Whether what else goes wrong with a write does harm depends on the operation: each is asked soon.
  if (!isReading(row)) return family === "lost" ? "lost write" : undefined;
  return family === "slow" || outcome.spoil === "content-type" ? "unnoticed" : family;
}

/** What promises no wait that can be waited for brings a client to ask without end, if it is all that it meets. */
const asksForWait = ({ outcome }: ScheduledFault["kind"]): boolean =>
  outcome.retryAfter === undefined || outcome.retryAfter === "none" || costOfOutcome(outcome) > 0;

/** Takes faults at every call of an operation off a list: those that hold a client up come first, and the last stays. */
export function alwaysFrom(left: Schedule[], msMax: number): Group {
  const [first = []] = left;
  let ms = 0;
  const group = left
    .filter((each) => streamOf(each) === streamOf(first))
    .filter((each, index) => {
      ms += costOf(each);
      return index === 0 || ms <= msMax;
    })
    .slice(0, alwaysMax);
  for (const each of group) left.splice(left.indexOf(each), 1);
  return group.toSorted((a, b) => costOf(b) - costOf(a));
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

/** All of its faults. What waits for a later call counts no retries of an earlier one; of those at all calls the last stays. */
export const asOne = (group: Group): Schedule =>
  group
    .flat()
    .map((each, at) =>
      each.spot.which === "all" && at < group.length - 1 ? { ...each, times: 1 } : each,
    )
    .toSorted((a, b) => a.spot.before - b.spot.before);

/** How many faults meet the call of a group that has the most. */
export const depthOf = (group: Group): number =>
  Math.max(...group.map((one) => group.filter((each) => callOf(each) === callOf(one)).length));

const costOf = (schedule: Schedule): number =>
  schedule.reduce((sum, each) => sum + each.kind.costMs, 0);

/** Calls that are done are counted by themselves. */
const streamOf = ([planned]: Schedule) =>
  planned && `${planned.spot.operation} ${asksDone(planned.kind)}`;

const operationOf = ([planned]: Schedule) => planned?.spot.operation;

const callOf = ([planned]: Schedule): string =>
  `${planned?.spot.operation} ${planned?.spot.before}`;

/** What goes wrong at every call spends all of a client's patience: it comes when what is quick was tried. */
export const isOfOneCall = (schedule: Schedule): boolean =>
  schedule.every(({ spot }) => spot.which !== "all");

export const alone = (schedule: Schedule): Group => [schedule];

/** The two halves of a group; of one that is too small, each by itself. */
export function partsOf(group: Group): Group[] {
  const middle = Math.ceil(group.length / 2);
  if (group.length < 2 * sizeMin) return group.map(alone);
  return [group.slice(0, middle), group.slice(middle)];
}

export const ofMember = (tried: ScheduleResult, schedule: Schedule): ScheduleResult => ({
  ...tried,
  key: keyOf(schedule),
  verdict: tried.exitCode === 0 ? "survived" : "gave up",
  next: tried.next.filter(({ operation }) => operation === operationOf(schedule)),
});

/** How many faults a run has at most whose faults are drawn. */
const drawnMax = 5;

/** A few of all kinds. @param every at which places there are which, drawn for each run */
export function* anyDrawn(every: () => readonly ScheduledFault[], dice: Dice): Generator<Group> {
  for (;;) {
    const all = every().filter(
      ({ spot, kind }) => spot.which !== "all" && kind.outcome.connection !== "hang",
    );
    if (all.length === 0) return;
    const schedule: ScheduledFault[] = [];
    for (let left = dice.integer(1, drawnMax); left > 0; left -= 1) {
      const planned = dice.pick(all);
      if (mayJoin(schedule, planned)) schedule.push(planned);
    }
    yield [schedule];
  }
}

/** At each call as likely as it is to be; in each run at least one. @param calls what each call can meet */
export function* likelyDrawn(
  calls: readonly (readonly ScheduledFault[])[],
  probabilities: readonly (readonly [kind: string, probability: number])[],
  dice: Dice,
): Generator<Group> {
  const likely = calls.map((all) =>
    probabilities.flatMap(([pattern, probability]) => {
      const faults = all.filter(({ kind }) => matchesAny([pattern], kind.name, kind.variant));
      return faults.length > 0 ? [{ faults, probability }] : [];
    }),
  );
  const any = likely.flat();
  while (any.length > 0) {
    const met = likely.flatMap(
      (ofCall) => ofCall.find(({ probability }) => dice.fraction() < probability) ?? [],
    );
    yield [(met.length > 0 ? met : [dice.pick(any)]).map(({ faults }) => dice.pick(faults))];
  }
}

/** Where nothing is asked for, everything is meant. */
export const matchesAny = (patterns: readonly string[], ...texts: readonly string[]): boolean =>
  patterns.length === 0 ||
  texts.some((text) => patterns.some((pattern) => matchesGlob(pattern, text)));
