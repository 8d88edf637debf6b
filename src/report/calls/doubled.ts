import { createdByRequest } from "../../world/store/record-change.ts";
import { type Attempt, type Attempts, failed, isNamed, overAt } from "./attempt.ts";
import { type Duplicates, twinsIn } from "../../world/journal/twins.ts";
import { filtered, forEach, mapped, type Slices } from "../slices.ts";

export const createdBy = ({ written }: Attempt): string[] =>
  createdByRequest(written).map(({ collection }) => collection);

/** Whose write a later one did again: it failed its client, and what it created is created anew. */
export function doubledIn(attempts: Attempts): Set<string> {
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
export function sparedIn(attempts: Attempts): Set<string> {
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

export interface Twin extends Duplicates {
  readonly attempt: Attempt;
}

/** A run is asked more than once. */
const known = new WeakMap<Attempts, ReadonlyMap<string, Twin>>();

export function* twinsOf(attempts: Attempts): Slices<ReadonlyMap<string, Twin>> {
  const found = known.get(attempts) ?? (yield* firstTwins(attempts));
  known.set(attempts, found);
  return found;
}

function* firstTwins(attempts: Attempts): Slices<ReadonlyMap<string, Twin>> {
  const lost = yield* filtered(attempts, (each) => failed(each) && each.created.length > 0);
  const sorts = new Set(lost.map(sortOf));
  const some = sorts.size === 0 ? [] : yield* filtered(attempts, (each) => sorts.has(sortOf(each)));
  const twins = yield* twinsIn(yield* mapped(some, writingOf));
  const first = new Map<string, Twin>();
  yield* forEach(some, (attempt) => {
    const twin = twins.get(attempt.exchange);
    if (twin !== undefined && !first.has(twin.of)) first.set(twin.of, { ...twin, attempt });
  });
  return first;
}

const sortOf = ({ account, operation, testId }: Attempt) => [account, operation, testId].join("\n");

function writingOf(attempt: Attempt) {
  const { exchange, at, likeness, name, created } = attempt;
  return {
    exchange,
    sort: sortOf(attempt),
    at,
    overAt: overAt(attempt),
    failed: failed(attempt),
    likeness,
    name: isNamed(attempt) ? name?.value : undefined,
    idempotencyKey: name?.by === "idempotency key" ? name.value : undefined,
    created,
  };
}
