import { type Duplicates, twinsIn } from "../world/twins.ts";
import { type Attempt, failed, isNamed, overAt } from "./attempt.ts";

/** An attempt that wrote what another had written. */
export interface Twin extends Duplicates {
  readonly attempt: Attempt;
}

/** A run is asked more than once. */
const known = new WeakMap<readonly Attempt[], ReadonlyMap<string, Twin>>();

/** What was written again after a failed attempt, by the id of that one: the first of each. */
export function twinsOf(attempts: readonly Attempt[]): ReadonlyMap<string, Twin> {
  const found = known.get(attempts) ?? firstTwins(attempts);
  known.set(attempts, found);
  return found;
}

function firstTwins(attempts: readonly Attempt[]): ReadonlyMap<string, Twin> {
  const twins = twinsIn(attempts.map(writingOf));
  const first = new Map<string, Twin>();
  for (const attempt of attempts) {
    const twin = twins.get(attempt.exchange);
    if (twin !== undefined && !first.has(twin.of)) first.set(twin.of, { ...twin, attempt });
  }
  return first;
}

function writingOf(attempt: Attempt) {
  const { exchange, account, operation, testId, at, likeness, name, created } = attempt;
  return {
    exchange,
    sort: [account, operation, testId].join("\n"),
    at,
    overAt: overAt(attempt),
    failed: failed(attempt),
    likeness,
    name: isNamed(attempt) ? name?.value : undefined,
    idempotencyKey: name?.by === "idempotency key" ? name.value : undefined,
    created,
  };
}
