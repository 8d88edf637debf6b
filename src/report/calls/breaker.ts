import { msText } from "../figures.ts";
import { firstFrom } from "../streams.ts";
import { type Attempt, failed } from "./attempt.ts";
import { last, type LogicalCall, type Run } from "./logical-call.ts";

/** A breaker opens after so many failures in a row, at least. */
const failuresMin = 3;

/** It stays open for so long, at least, in the client's milliseconds. */
const openMs = 1000;

/** The sentence that says so where a breaker ended a call: silence after failures, then one request. */
export function openedBreaker(
  { attempts, calls, known = calls }: Run,
  call: LogicalCall,
  attemptsMin: number,
): string | undefined {
  const end = last(call);
  if (longestOf(known) < attemptsMin) return undefined;
  const until = firstFrom(attempts, end.end);
  const near = (from: number, step: 1 | -1, count: number): Attempt[] => {
    const found: Attempt[] = [];
    for (let index = from; found.length < count; index += step) {
      const each = attempts[index];
      if (each === undefined || Math.abs(index - from) > lookedAt) break;
      if (each.account === end.account) found.push(each);
    }
    return found;
  };
  const before = near(until - 1, -1, failuresMin);
  if (before.length < failuresMin || !before.every(failed)) return undefined;
  const [probe, next] = near(until, 1, 2);
  if (probe === undefined || probe.at - end.end < openMs) return undefined;
  const isAlone = next === undefined || next.at - probe.end >= (failed(probe) ? openMs : 0);
  if (!isAlone) return undefined;
  return `Its circuit breaker opened: nothing was sent for ${msText(probe.at - end.end)}, and then one request.`;
}

/** So many requests of other accounts may lie between. */
const lookedAt = 1000;

const known = new WeakMap<readonly LogicalCall[], number>();

function longestOf(calls: readonly LogicalCall[]): number {
  const longest =
    known.get(calls) ?? calls.reduce((most, { attempts }) => Math.max(most, attempts.length), 0);
  known.set(calls, longest);
  return longest;
}
