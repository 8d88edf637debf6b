import { allowedAt, endsBefore, failed, lastOf, overAt, type Attempt } from "./calls/attempt.ts";
import type { Attempts } from "./calls/attempt.ts";
import { reactionMs } from "./streams.ts";

const waysMax = 600;
const requestsMax = 24;

export type Way = readonly Attempts[];

/**
 * Every way in which requests that are alike, in order, can be the attempts of so many calls, or of fewer where the
 * client gave up: one follows another that had failed and was over. @returns undefined: there are too many
 */
export function waysOf(group: Attempts, calls: number): readonly Way[] | undefined {
  // With one call they are all its own, also where two were on their way at once.
  if (calls === 1) return [[group]];
  // As many as there are calls, and none of them may be the retry of another.
  if (group.length === calls && !group.some(failed)) return [group.map((each) => [each])];
  if (group.length > requestsMax) return undefined;
  const ways: Way[] = [];
  return extend(group, calls, [], ways) ? ways : undefined;
}

/** @returns whether all were found */
function extend(rest: Attempts, calls: number, way: readonly Attempts[], ways: Way[]): boolean {
  const [attempt, ...others] = rest;
  if (attempt === undefined) {
    if (isWhole(way, calls)) ways.push(way);
    return ways.length <= waysMax;
  }
  const open = way.filter((call) => failed(lastOf(call)) && endsBefore(lastOf(call), attempt));
  const isNew = way.length < calls;
  // Where it can be neither, it is another answer to a call that has one: the client asked twice.
  const chosen = open.length === 0 && !isNew ? way : open;
  const next = chosen.map((call) => way.map((each) => (each === call ? [...call, attempt] : each)));
  if (isNew) next.unshift([...way, [attempt]]);
  return next.every((each) => extend(others, calls, each, ways));
}

/** A client makes fewer calls than without faults only if one of them failed. */
const isWhole = (way: Way, calls: number): boolean =>
  way.length === calls || way.some((call) => (call.at(-1) as Attempt).outcome !== "answered");

/**
 * Requests that are alike and overlap, told apart together: all begin at once and fail, and what comes after the
 * last of them is over is a retry. Of which is no matter, as all were told the same: of the one that may be tried
 * again first. @returns the attempts of each call; undefined: they are no such rounds
 */
export function roundsOf(group: Attempts, calls: number): readonly Attempts[] | undefined {
  const [firsts, retries] = [group.slice(0, calls), group.slice(calls)];
  const [begin] = firsts;
  if (begin === undefined || !isBurst(firsts, begin, retries)) return undefined;
  const told = firsts.map((each) => [each]);
  for (const retry of retries) {
    const [next] = told
      .filter((call) => failed(lastOf(call)) && endsBefore(lastOf(call), retry))
      .toSorted((a, b) => allowedAt(lastOf(a)) - allowedAt(lastOf(b)));
    if (next === undefined) return undefined;
    next.push(retry);
  }
  return told;
}

/** Whether they all fail in the same way that began at once, and are over before anything else begins. */
const isBurst = (firsts: Attempts, begin: Attempt, [retry]: Attempts): boolean =>
  retry !== undefined &&
  firsts.every(
    (each) =>
      failed(each) &&
      each.retryAfterMs === begin.retryAfterMs &&
      each.at - begin.at <= reactionMs &&
      overAt(each) + reactionMs <= retry.at,
  );
