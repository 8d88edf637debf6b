import type { Attempt, Attempts } from "../report/calls/attempt.ts";
import { groupedBy } from "../report/streams.ts";
import type { Dice } from "../world/dice.ts";

/** Which of the calls of its class one is; `again`: it is there only because of a fault. */
type Which = "first" | "last" | "middle" | "again" | "all";

export interface Spot {
  readonly operation: string;
  /** What tells calls of an operation apart: their parameters, and whether they go on with a list. */
  readonly target: string;
  readonly which: Which;
  /** How many calls of the operation come before it, and how many done ones; without those that a fault took. */
  readonly before: number;
  readonly doneBefore: number;
  readonly isDone: boolean;
  /** Whether it is a page of a list of which there is something to get wrong. */
  readonly isPage: boolean;
}

/** Any call of a run, in the order in which all of them are made. */
export const placeAmong: Omit<Spot, "operation" | "before"> = {
  target: "",
  which: "middle",
  doneBefore: 0,
  isDone: true,
  isPage: false,
};

const cursor = "page[cursor]";

/** Names of members may be data: then each body is another one. */
const bodiesMax = 4;

function targetOf({ target, members }: Attempt, bodies: string[]): string {
  const names = [...new URLSearchParams(target.split(/\?(.*)/s)[1] ?? "").keys()];
  const kept = [...new Set(names)].filter((name) => name !== cursor && name !== "company_id");
  const page = names.includes(cursor) ? ["next page"] : [];
  const body = members();
  if (!bodies.includes(body)) bodies.push(body);
  const place = Math.min(bodies.indexOf(body), bodiesMax);
  return [...kept.toSorted(), ...page, ...(place > 0 ? [`body ${place + 1}`] : [])].join(" ");
}

/** About which calls the faults of a run were asked: about all, or about those that were done. */
export type Taking = { readonly all: boolean; readonly done: boolean };

function numbered(attempts: readonly Attempt[], by: Taking = { all: false, done: false }) {
  const counts = new Map<string, { all: number; done: number; bodies: string[] }>();
  return attempts
    .filter(({ hasRow }) => hasRow)
    .map((attempt, index, all) => {
      const { operation, status, page, injected } = attempt;
      const count = counts.get(operation) ?? { all: 0, done: 0, bodies: [] };
      counts.set(operation, count);
      const isDone = status !== null && status < 400;
      const isPage = page !== undefined && (page.records.length > 1 || page.next() !== null);
      const spot = { operation, before: count.all, doneBefore: count.done, isDone, isPage };
      // Whether a fault did more to a call than to hold it up.
      const isTaken = injected.some((kind) => kind !== "delay");
      if (!(by.all && isTaken)) count.all += 1;
      if (isDone && !(by.done && isTaken)) count.done += 1;
      const previous = all[index - 1];
      const comesAfter = `${previous?.operation} ${previous?.status}`;
      return { spot: { ...spot, target: targetOf(attempt, count.bodies) }, attempt, comesAfter };
    });
}

type Numbered = ReturnType<typeof numbered>[number];

const spotOf = ({ spot }: Numbered, which: Which): Spot => ({ ...spot, which });

const classesOf = (calls: readonly Numbered[]): Map<string, Numbered[]> =>
  groupedBy(calls, ({ spot: { operation, target } }) => `${operation} ${target}`);

/** In a long series any call may be the odd one. */
const longMin = 10;
const middlesOfLong = 3;

function middlesOf(length: number, dice: Dice): Set<number> {
  if (length < 3) return new Set();
  const many = length < longMin ? 1 : middlesOfLong;
  return new Set(Array.from({ length: many }, () => dice.integer(1, length - 2)));
}

const oddMax = 4;

/** Of a long series the first call after each sort of call: it may be asked for another reason. */
function oddOf(calls: readonly Numbered[]): Numbered[] {
  if (calls.length < longMin) return [];
  const known = new Set([calls[0]?.comesAfter, calls[1]?.comesAfter]);
  const odd = calls.filter(({ comesAfter }) => !known.has(comesAfter) && known.add(comesAfter));
  return odd.slice(0, oddMax);
}

/** Every call of each long series: several are tried in one run. */
export const sweptSpots = (attempts: readonly Attempt[]): Spot[] =>
  [...classesOf(numbered(attempts)).values()]
    .filter(({ length }) => length >= longMin)
    .flatMap((calls) => calls.map((call) => spotOf(call, "middle")));

/** Of each class of calls the first, the last, some in the middle, and odd ones; and all calls of each operation at once. */
export function spotsOf(attempts: readonly Attempt[], dice: Dice): Spot[] {
  const operations = new Set<string>();
  return [...classesOf(numbered(attempts)).values()].flatMap((calls) => {
    const [first, last] = [calls[0] as Numbered, calls.at(-1) as Numbered];
    const drawn = [...middlesOf(calls.length, dice)].flatMap((at) => calls[at] ?? []);
    const middles = [...new Set([...drawn, ...oddOf(calls)])];
    const { operation } = first.spot;
    const isKnown = operations.has(operation);
    operations.add(operation);
    return [
      spotOf(first, "first"),
      ...(last === first ? [] : [spotOf(last, "last")]),
      ...middles.map((call) => spotOf(call, "middle")),
      ...(isKnown ? [] : [{ ...spotOf(first, "all"), before: 0, doneBefore: 0 }]),
    ];
  });
}

export const everySpot = (attempts: readonly Attempt[]): Spot[] =>
  numbered(attempts).map((call) => spotOf(call, "middle"));

/** Calls that a run has more of than the reference: of each class the first and the last of those. */
export function newSpotsOf(attempts: Attempts, reference: Attempts, by: Taking): Spot[] {
  const usual = classesOf(numbered(reference));
  return [...classesOf(numbered(attempts, by))].flatMap(([name, calls]) => {
    const more = calls.length - (usual.get(name)?.length ?? 0);
    if (more <= 0) return [];
    // The call after one that failed is its retry; where none failed, the last ones are new.
    const failed = calls.findIndex(({ attempt }) => attempt.injected.length > 0);
    const at = failed >= 0 && failed + 1 < calls.length ? failed + 1 : calls.length - more;
    return calls.slice(at, at + 1).map((call) => spotOf(call, "again"));
  });
}
