import { type Attempt, type Attempts, overAt } from "./calls/attempt.ts";
import { atOnce, type Slices } from "../world/time/slices.ts";
import { grouped } from "./slices.ts";

export const groupedBy = <T>(many: readonly T[], keyOf: (each: T) => string): Map<string, T[]> =>
  atOnce(grouped(many, keyOf));

export function* streamsOf(attempts: Attempts): Slices<Attempts[]> {
  return [...(yield* grouped(attempts, streamOf)).values()];
}

export const streamOf = ({ account, operation }: Pick<Attempt, "account" | "operation">): string =>
  `${account} ${operation}`;

/** Those that began within a span of the client's time: at `from` or later, and before `to`. */
export function within(stream: Attempts, from: number, to: number): Attempts {
  return stream.slice(firstFrom(stream, from), firstFrom(stream, to));
}

export const firstFrom = (stream: Attempts, at: number): number =>
  firstWhere(stream, (each) => each.at >= at);

/** The index of the first of which something holds that holds of all after it, too. */
export function firstWhere<T>(many: readonly T[], holds: (each: T) => boolean): number {
  let [low, high] = [0, many.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(many[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What is on its way when an answer arrives cannot heed it. The client's milliseconds. */
export const reactionMs = 50;

/** The most of some of which each began after the one before it was over: so often their client could have heeded it. */
export function inTurn(attempts: Attempts): number {
  let [count, until] = [0, -Infinity];
  for (const each of attempts.toSorted((a, b) => overAt(a) - overAt(b))) {
    if (each.at <= until) continue;
    count += 1;
    until = overAt(each);
  }
  return count;
}

/** So many requests of other calls may still say what was refused, of a client however small. */
export const stragglersMin = 3;

/** The same of these requests' client: each of its parts may send one more before it is told. */
export function stragglersOf(attempts: Attempts): number {
  const ends = attempts.map(({ end }) => end).toSorted((a, b) => a - b);
  let most = stragglersMin;
  for (const [begun, { at }] of attempts.entries()) {
    most = Math.max(most, begun + 1 - firstWhere(ends, (end) => end > at));
  }
  return most;
}
