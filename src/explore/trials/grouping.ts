import { alone, type Group, halvesOf } from "./groups.ts";
import type { Verdict } from "../judge.ts";
import { inTurn } from "../pool.ts";
import type { Schedule } from "../schedule.ts";

/** So many groups fail before it is clear that a client survives none. */
const failedMax = 2;

/** Which faults are tried in one run: as long as the client survives several at once. */
export class Grouping {
  /** Parts of groups that were not survived as a whole. */
  readonly #parts: Group[] = [];
  #survived = 0;
  #failed = 0;

  get hasParts(): boolean {
    return this.#parts.length > 0;
  }

  /** Single faults: a group and one of the others in turn. What is not survived in a group comes next, in parts. */
  *inOrder(schedules: readonly Schedule[], groups: readonly Group[]): Generator<Group> {
    const grouped = new Set(groups.flat());
    const others = schedules.filter((schedule) => !grouped.has(schedule)).map(alone);
    for (const group of inTurn(groups, others)) {
      yield* this.#isWorthwhile ? [group] : group.map(alone);
      yield* this.parts();
    }
  }

  /** The parts that are there by now. */
  *parts(): Generator<Group> {
    for (let next = this.#parts.shift(); next; next = this.#parts.shift()) yield next;
  }

  /** Takes in what came of a group. @returns whether each of its faults was survived */
  learn(group: Group, verdict: Verdict): boolean {
    if (verdict === "survived") {
      this.#survived += 1;
      return true;
    }
    this.#failed += 1;
    const halves = this.#isWorthwhile ? halvesOf(group) : [];
    this.#parts.push(...(halves.length > 0 ? halves : group.map(alone)));
    return false;
  }

  get #isWorthwhile(): boolean {
    return this.#survived > 0 || this.#failed < failedMax;
  }
}
