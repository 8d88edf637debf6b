import type { Rows } from "../../world/faults/plan.ts";
import type { Verdict } from "../judge.ts";
import { inTurn } from "../pool.ts";
import type { Schedule } from "../schedule.ts";
import {
  alone,
  alwaysFrom,
  depthOf,
  type Group,
  groupFrom,
  partsOf,
  type Sort,
  sortOf,
} from "./groups.ts";

/** So many groups of a sort fail before it is clear that a client survives none. */
const failedMax = 2;

/** How many faults at one call are tried at first, and at most. */
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

  /** @param timeoutMs how long a run may take */
  constructor(rows: Rows, timeoutMs: number) {
    this.#rows = rows;
    this.#msMax = timeoutMs * share;
  }

  get hasParts(): boolean {
    return this.#parts.length > 0;
  }

  /**
   * Single faults: a group and one of the others in turn. What is not survived in a group comes next, in parts.
   *
   * @param isFresh whether it is to be run, and not known from before
   */
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

  /** One group of each sort in turn. */
  *#grouped(sorts: ReadonlyMap<Sort, Schedule[]>): Generator<Group> {
    while ([...sorts.values()].some(({ length }) => length > 0)) {
      for (const [sort, left] of sorts) {
        if (left.length === 0) continue;
        const deepest = sort === "unnoticed" ? 1 : this.#deepest;
        const group =
          sort === "always" ? alwaysFrom(left, this.#msMax) : groupFrom(left, deepest, this.#msMax);
        yield* this.#asWorthwhile(group);
      }
    }
  }

  /** The parts that are there by now. */
  *parts(): Generator<Group> {
    for (let next = this.#parts.shift(); next; next = this.#parts.shift()) {
      yield* this.#asWorthwhile(next);
    }
  }

  /**
   * Takes in what came of a group.
   *
   * @param hits how many requests each of its faults met
   * @returns those of which it is known now what comes of them: none of it is a defect
   */
  learn(group: Group, verdict: Verdict, hits: readonly number[] = []): Group {
    const ends = this.#endsOf(group);
    const depth = depthOf(group);
    const isAlways = this.#sortOf(group) === "always";
    const met = isAlways ? group.filter((_, at) => hits[at] !== 0) : group;
    if (verdict === "survived" || (isAlways && verdict !== "defect" && met.length > 0)) {
      ends.survived += 1;
      const rest = group.filter((each) => !met.includes(each));
      if (rest.length > 0) this.#parts.push(rest);
      if (isAlways) return met;
      if (!this.#isDeepest && depth >= this.#deepest) {
        this.#deepest = Math.min(depthMax, depth + 1);
      }
      return group;
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
