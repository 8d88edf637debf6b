import { type Attempt, overAt } from "./attempt.ts";

/** Attempts by a key of theirs, in the order in which they came. */
export function groupedBy(
  attempts: readonly Attempt[],
  keyOf: (attempt: Attempt) => string,
): Map<string, Attempt[]> {
  const groups = new Map<string, Attempt[]>();
  for (const attempt of attempts) {
    const key = keyOf(attempt);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [attempt]);
    else group.push(attempt);
  }
  return groups;
}

/** What one account asked of one operation, in the order in which it did. */
export const streamsOf = (attempts: readonly Attempt[]): readonly (readonly Attempt[])[] => [
  ...groupedBy(attempts, ({ account, operation }) => `${account} ${operation}`).values(),
];

/** Those that began within a span of the client's time: at `from` or later, and before `to`. */
export function within(stream: readonly Attempt[], from: number, to: number): readonly Attempt[] {
  return stream.slice(firstFrom(stream, from), firstFrom(stream, to));
}

/** The index of the first that began then or later. */
export function firstFrom(stream: readonly Attempt[], at: number): number {
  let [low, high] = [0, stream.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stream[middle] as Attempt).at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What is on its way when an answer arrives cannot heed it. The client's milliseconds. @guess */
export const reactionMs = 50;

/** The most of some of which each began after the one before it was over: so often their client could have heeded it. */
export function inTurn(attempts: readonly Attempt[]): number {
  let [count, until] = [0, Number.NEGATIVE_INFINITY];
  for (const each of attempts.toSorted((a, b) => overAt(a) - overAt(b))) {
    if (each.at <= until) continue;
    count += 1;
    until = overAt(each);
  }
  return count;
}
