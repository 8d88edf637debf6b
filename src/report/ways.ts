import { type Attempt, endsBefore, failed } from "./calls/attempt.ts";

/** More ways than that are not gone through. */
const waysMax = 600;

/** More requests than that have more ways than anybody can go through. */
const requestsMax = 24;

export type Way = readonly (readonly Attempt[])[];

/**
 * Every way in which requests that are alike, in order, can be the attempts of so many calls, or of fewer where the
 * client gave up: one follows another that had failed and was over. @returns undefined: there are too many
 */
export function waysOf(group: readonly Attempt[], calls: number): readonly Way[] | undefined {
  // With one call they are all its own, also where two were on their way at once.
  if (calls === 1) return [[group]];
  if (isPlain(group, calls)) return [group.map((each) => [each])];
  if (group.length > requestsMax) return undefined;
  const ways: Way[] = [];
  return extend(group, calls, [], ways) ? ways : undefined;
}

/** As many as there are calls, and none of them may be the retry of another. */
const isPlain = (group: readonly Attempt[], calls: number): boolean =>
  group.length === calls && !group.some(failed);

/** @returns whether all were found */
function extend(
  rest: readonly Attempt[],
  calls: number,
  way: readonly (readonly Attempt[])[],
  ways: Way[],
): boolean {
  const [attempt, ...others] = rest;
  if (attempt === undefined) {
    if (isWhole(way, calls)) ways.push(way);
    return ways.length <= waysMax;
  }
  const open = way.filter((call) => isOpenTo(call.at(-1) as Attempt, attempt));
  const isNew = way.length < calls;
  // Where it can be neither, it is another answer to a call that has one: the client asked twice.
  const chosen = open.length === 0 && !isNew ? way : open;
  const next = chosen.map((call) => way.map((each) => (each === call ? [...call, attempt] : each)));
  if (isNew) next.unshift([...way, [attempt]]);
  return next.every((each) => extend(others, calls, each, ways));
}

const isOpenTo = (last: Attempt, attempt: Attempt): boolean =>
  failed(last) && endsBefore(last, attempt);

/** A client makes fewer calls than without faults only if one of them failed. */
const isWhole = (way: Way, calls: number): boolean =>
  way.length === calls || way.some((call) => (call.at(-1) as Attempt).outcome !== "answered");
