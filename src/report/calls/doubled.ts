import { createdByRequest } from "../../world/store/record-change.ts";
import { type Attempt, failed } from "./attempt.ts";

export const createdBy = ({ written }: Attempt): string[] =>
  createdByRequest(written).map(({ collection }) => collection);

/** Whose write a later one did again: it failed its client, and what it created is created anew. */
export function doubledIn(attempts: readonly Attempt[]): Set<string> {
  const doubled = new Set<string>();
  const createdLater = new Set<string>();
  for (const attempt of attempts.toReversed()) {
    const created = createdBy(attempt);
    if (failed(attempt) && created.some((kind) => createdLater.has(kind))) {
      doubled.add(attempt.exchange);
    }
    for (const kind of created) createdLater.add(kind);
  }
  return doubled;
}

/** Whether luck kept it from a second write: an undated event is one with another of its second. */
export const isSpared = (lost: Attempt, { isUndated, name, outcome, written }: Attempt): boolean =>
  lost.isUndated &&
  isUndated &&
  name?.by !== "idempotency key" &&
  outcome !== "refused" &&
  written.length === 0;

/** The ids of the attempts whose write was not done again by a later one of these by luck alone. */
export function sparedIn(attempts: readonly Attempt[]): Set<string> {
  const spared = new Set<string>();
  let isTriedAgain = false;
  for (const attempt of attempts.toReversed()) {
    const isDone = createdByRequest(attempt.written).length > 0;
    if (isTriedAgain && attempt.isUndated && isDone && failed(attempt))
      spared.add(attempt.exchange);
    isTriedAgain ||= isSpared(attempt, attempt);
  }
  return spared;
}
