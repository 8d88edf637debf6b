import type { Rows } from "../../world/faults/plan.ts";
import type { Verdict } from "../judge.ts";
import { inTurn } from "../pool.ts";
import type { Schedule } from "../schedule.ts";
import { alone, alwaysFrom, depthOf, type Group, groupFrom } from "./groups.ts";
import { partsOf, type Sort, sortOf } from "./groups.ts";

/** So many groups of a sort fail before it is clear that a client survives none. */
const failedMax = 2;

const depthFirst = 2;
const depthMax = 4;

/** A group may hold a client up for this part of the time that it has. */
const share = 1 / 2;

/** Which faults are tried in one run: as long as the client survives several at once. */
export class Grouping {
  readonly #rows: Rows;
  readonly #msMax: number;
  /** Parts of groups that were not survived as a whole. */
  readonly #parts: Group[] = [];
  readonly #ends = new Map<Sort, { survived: number; failed: number }>();
  #deepest = depthFirst;
  #isDeepest = false;

  constructor(rows: Rows, timeoutMs: number) {
    this.#rows = rows;
    this.#msMax = timeoutMs * share;
  }

  get hasParts(): boolean {
    return this.#parts.length > 0;
  }

  /** A group and one of the others in turn. What is not survived in a group comes next, in parts. */
  *inOrder(schedules: readonly Schedule[], isFresh: (each: Schedule) => boolean): Generator<Group> {
    const sorts = new Map<Sort, Schedule[]>();
    const others: Schedule[] = [];
    for (const schedule of schedules) {
      const sort = isFresh(schedule) ? sortOf(schedule, this.#rows) : undefined;
      if (sort === undefined) others.push(schedule);
      else sorts.set(sort, [...(sorts.get(sort) ?? []), schedule]);
    }
    for (const group of inTurn(this.#grouped(sorts), others.map(alone))) {
      yield group;
      yield* this.parts();
    }
  }

  *#grouped(sorts: ReadonlyMap<Sort, Schedule[]>): Generator<Group> {
    while ([...sorts.values()].some(({ length }) => length > 0)) {
      for (const [sort, left] of sorts) {
        if (left.length === 0) continue;
        const deepest = sort === "unnoticed" ? 1 : this.#deepest;
        const isAlways = sort === "always";
        const msMax = this.#msMax;
        yield* this.#asWorthwhile(
          isAlways ? alwaysFrom(left, msMax) : groupFrom(left, deepest, msMax),
        );
      }
    }
  }

  *parts(): Generator<Group> {
    for (let next = this.#parts.shift(); next; next = this.#parts.shift())
      yield* this.#asWorthwhile(next);
  }

  /** Takes in what came of a group. @returns those of its faults that are known now to be no defect */
  learn(group: Group, verdict: Verdict, hits: readonly number[] = []): Group {
    const ends = this.#endsOf(group);
    const depth = depthOf(group);
    const isAlways = this.#sortOf(group) === "always";
    const met = isAlways ? group.filter((_, at) => hits[at] !== 0) : group;
    if (verdict === "survived" || (isAlways && verdict !== "defect" && met.length > 0)) {
      ends.survived += 1;
      const rest = group.filter((each) => !met.includes(each));
      if (rest.length > 0) this.#parts.push(rest);
      if (!isAlways && !this.#isDeepest && depth >= this.#deepest)
        this.#deepest = Math.min(depthMax, depth + 1);
      return met;
    }
    ends.failed += 1;
    if (depth > depthFirst && !isAlways) [this.#deepest, this.#isDeepest] = [depth - 1, true];
    this.#parts.push(...partsOf(group));
    return [];
  }

  /** A group as it is, or one by one what the client survives none of. */
  #asWorthwhile(group: Group): Group[] {
    const { survived, failed } = this.#endsOf(group);
    return survived > 0 || failed < failedMax ? [group] : group.map(alone);
  }

  readonly #sortOf = ([first = []]: Group): Sort => sortOf(first, this.#rows) as Sort;

  #endsOf(group: Group): { survived: number; failed: number } {
    const sort = this.#sortOf(group);
    const known = this.#ends.get(sort) ?? { survived: 0, failed: 0 };
    this.#ends.set(sort, known);
    return known;
  }
}

/** After how many runs the first pair comes, and how often one from then on. */
const soonMin = 12;
const pairEvery = 4;

/** Every few runs a pair: the same fault at the retry. @param found those that were not given before */
export function* withPairs(
  groups: Iterable<Group>,
  found: () => readonly Schedule[],
  counted: (pair: Schedule) => Group,
): Generator<Group> {
  const due: Schedule[] = [];
  let given = 0;
  for (const group of groups) {
    yield group;
    given += 1;
    if (given < soonMin || given % pairEvery > 0) continue;
    due.push(...found());
    const next = due.shift();
    if (next !== undefined) yield counted(next);
  }
  for (const each of due) yield counted(each);
}
