import { type Attempt, failed } from "./attempt.ts";

/** The collections in which an attempt created records. */
export const createdBy = ({ written }: Attempt): string[] =>
  written.filter(({ change }) => change === "created").map(({ collection }) => collection);

/**
 * The ids of the attempts whose write was done again by a later one of these: an answer that failed
 * its client although something was created, and after it a record of the same kind created anew.
 */
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
