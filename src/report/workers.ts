import { type Attempt, type Attempts, failed } from "./calls/attempt.ts";
import { type LogicalCall, nextAfter } from "./calls/logical-call.ts";
import { forEach, grouped, mapped, type Slices, sorted } from "./slices.ts";
import { firstWhere } from "./streams.ts";

/** How much of what a client's calls wait for themselves lies between two instants, all of them together. */
export type Held = (from: number, to: number) => number;

/** From each attempt that fails to the next one: a worker that waits for its own call sends nothing else. */
export function* heldByAccount(calls: readonly LogicalCall[]): Slices<(account: string) => Held> {
  const waits: Wait[] = [];
  yield* forEach(calls, ({ attempts, perhapsNext }) => {
    for (const each of attempts) {
      if (!failed(each) && each.outcome !== "open") continue;
      const to = (nextAfter(attempts, each) ?? perhapsNext)?.at ?? each.end;
      waits.push({ account: each.account, from: each.at, to });
    }
  });
  const held = new Map<string, Held>();
  for (const [account, own] of yield* grouped(waits, (each) => each.account)) {
    const begun = yield* elapsed(own.map(({ from }) => from));
    const over = yield* elapsed(own.map(({ to }) => to).filter(Number.isFinite));
    const until = (at: number): number => begun(at) - over(at);
    held.set(account, (from, to) => until(to) - until(from));
  }
  return (account) => held.get(account) ?? (() => 0);
}

type Wait = { readonly account: string; readonly from: number; readonly to: number };

/** How long ago all of some instants were that were before another, altogether. */
function* elapsed(instants: readonly number[]): Slices<(at: number) => number> {
  const inOrder = yield* sorted(instants, (a, b) => a - b);
  // Times since 1970 are too great to be added up.
  const [origin = 0] = inOrder;
  let total = 0;
  const sums = yield* mapped(inOrder, (each) => (total += each - origin));
  return (at) => {
    const count = firstWhere(inOrder, (each) => each >= at);
    return count * (at - origin) - (sums[count - 1] ?? 0);
  };
}

/**
 * On average: so many of their stream were on their way when one of them began. One that sends most of them counts
 * as one, however many others send the rest. @param stream in the order in which they began
 */
export function* workersOf(stream: Attempts): Slices<(requests: Attempts) => number> {
  const ends = yield* sorted(
    stream.map(({ end }) => end),
    (a, b) => a - b,
  );
  const onTheWay = ({ at }: Attempt): number =>
    firstWhere(stream, (each) => each.at > at) - firstWhere(ends, (end) => end > at);
  return (requests) =>
    requests.reduce((sum, each) => sum + Math.max(1, onTheWay(each)), 0) / requests.length;
}
