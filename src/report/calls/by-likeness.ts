import { Tree } from "../../world/store/tree.ts";
import { type Attempt, failed, overAt } from "./attempt.ts";
import { lastChance } from "../last-chance.ts";
import { forEach, mapped, type Slices } from "../slices.ts";
import type { Draft } from "./whole-calls.ts";

/**
 * An attempt belongs to the call whose last one failed before it began, and whose retry it may still be; of several,
 * to the one that may be tried again first.
 */
export function* ofLikeness(group: readonly Attempt[]): Slices<Draft[]> {
  const parts: Attempt[][] = [];
  const running = new Queue();
  // Of those that have failed: what is over or has been tried again is no longer looked at.
  const waiting = new Queue();
  yield* forEach(group, (attempt) => {
    for (const part of running.takeUntil(attempt.at)) {
      if (failed(lastOf(part))) waiting.add(part, allowedAt(lastOf(part)));
    }
    let part = waiting.take();
    while (part !== undefined && attempt.at > lastChance(lastOf(part))) part = waiting.take();
    if (part === undefined) parts.push((part = [attempt]));
    else part.push(attempt);
    running.add(part, overAt(attempt));
  });
  return yield* mapped(parts, suggested);
}

/** Parts by an instant, those of one instant as they came. */
class Queue {
  readonly #parts = new Tree<{ at: number; order: number }, Attempt[]>(
    undefined,
    (a, b) => a.at - b.at || a.order - b.order,
  );
  #order = 0;

  add(part: Attempt[], at: number): void {
    this.#order += 1;
    this.#parts.set({ at, order: this.#order }, part);
  }

  take(): Attempt[] | undefined {
    const first = this.#parts.minKey();
    if (first === undefined) return undefined;
    const part = this.#parts.get(first);
    this.#parts.delete(first);
    return part;
  }

  *takeUntil(at: number): Generator<Attempt[]> {
    while ((this.#parts.minKey()?.at ?? Number.POSITIVE_INFINITY) <= at) {
      yield this.take() as Attempt[];
    }
  }
}

const lastOf = (part: readonly Attempt[]): Attempt => part.at(-1) as Attempt;

const suggested = (attempts: readonly Attempt[]): Draft => ({
  attempts,
  knownBy: "likeness",
  named: undefined,
  perhapsNext: undefined,
});

const allowedAt = ({ end, retryAfterMs = 0 }: Attempt): number => end + retryAfterMs;
