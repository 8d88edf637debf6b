import { type Attempt, failed, overAt } from "./attempt.ts";
import { type LogicalCall, first, type Run } from "./logical-call.ts";
import { lastChance, sortOf } from "./calls.ts";
import { firstFrom } from "./streams.ts";

/** Further is not looked: so many are more than any rule lets pass. */
const reachMax = 1000;

/**
 * Finds what else may belong to a call: a client that makes its body anew for each attempt is not told by
 * likeness, so that any later request of the same sort may be the next attempt, and what follows a failed one of
 * these the one after it.
 */
export function reachOf({ calls }: Run): (call: LogicalCall) => readonly Attempt[] {
  const sorts = new Map<string, { starts: Attempt[]; calls: LogicalCall[] }>();
  for (const call of calls) {
    if (call.knownBy !== "likeness") continue;
    const [begin] = call.attempts as [Attempt];
    const key = sortOf(begin);
    const sort = sorts.get(key) ?? { starts: [], calls: [] };
    sorts.set(key, sort);
    sort.starts.push(begin);
    sort.calls.push(call);
  }
  return (call) => {
    const [begin] = call.attempts as [Attempt];
    const end = endOf(call);
    const sort = call.perhapsNext && sorts.get(sortOf(begin));
    if (sort === undefined) return [];
    const reached: Attempt[] = [];
    let until = lastChance(end);
    for (let index = firstFrom(sort.starts, overAt(end)); reached.length < reachMax; index += 1) {
      const other = sort.calls[index];
      if (other === undefined || (sort.starts[index] as Attempt).at > until) break;
      if (other === call) continue;
      reached.push(...other.attempts);
      const last = endOf(other);
      if (failed(last)) until = Math.max(until, lastChance(last));
    }
    return reached;
  };
}

/**
 * Finds how many earlier attempts may belong to a call that failed, at most: those of a client that makes its body
 * anew for each attempt, each of which began after the one before it had failed. Further than `enough` is not looked.
 */
export function earlierOf({ calls }: Run): (call: LogicalCall, enough: number) => number {
  const sorts = new Map<string, LogicalCall[]>();
  const places = new Map<LogicalCall, number>();
  for (const call of calls) {
    if (call.knownBy !== "likeness" || !first(call).hasBody || !failed(endOf(call))) continue;
    const key = sortOf(first(call));
    const sort = sorts.get(key) ?? [];
    sorts.set(key, sort);
    places.set(call, sort.push(call) - 1);
  }
  return (call, enough) => {
    const sort = sorts.get(sortOf(first(call))) ?? [];
    const place = places.get(call) ?? 0;
    let [count, begin] = [0, first(call)];
    for (const other of sort.slice(Math.max(0, place - reachMax), place).toReversed()) {
      const end = endOf(other);
      if (count >= enough) break;
      if (overAt(end) > begin.at || lastChance(end) < begin.at) continue;
      count += other.attempts.length;
      begin = first(other);
    }
    return count;
  };
}

const endOf = ({ attempts }: LogicalCall): Attempt => attempts.at(-1) as Attempt;
