import { type Attempt, failed, overAt } from "./attempt.ts";
import type { Call, Run } from "./call.ts";
import { lastChance, sortOf } from "./calls.ts";
import { firstFrom } from "./streams.ts";

/** Further is not looked: so many are more than any rule lets pass. */
const reachMax = 1000;

/**
 * Finds what else may belong to a call: a client that makes its body anew for each attempt is not told by
 * likeness, so that any later request of the same sort may be the next attempt, and what follows a failed one of
 * these the one after it.
 */
export function reachOf({ calls }: Run): (call: Call) => readonly Attempt[] {
  const sorts = new Map<string, { starts: Attempt[]; calls: Call[] }>();
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
    const end = call.attempts.at(-1) as Attempt;
    const sort = call.perhapsNext && sorts.get(sortOf(begin));
    if (sort === undefined) return [];
    const reached: Attempt[] = [];
    let until = lastChance(end);
    for (let index = firstFrom(sort.starts, overAt(end)); reached.length < reachMax; index += 1) {
      const other = sort.calls[index];
      if (other === undefined || (sort.starts[index] as Attempt).at > until) break;
      if (other === call) continue;
      reached.push(...other.attempts);
      const last = other.attempts.at(-1) as Attempt;
      if (failed(last)) until = Math.max(until, lastChance(last));
    }
    return reached;
  };
}
