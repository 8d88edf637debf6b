import { type Attempt, endsBefore, failed } from "./attempt.ts";
import { lastChance } from "../last-chance.ts";
import { type Reference, sortOf } from "../reference.ts";
import { forEach, grouped, type Slices } from "../slices.ts";
import type { Draft } from "./whole-calls.ts";

/** Whether the client never sends it, nor anything of its sort, where nothing goes wrong. */
export const isStrange = (attempt: Attempt, reference: Reference): boolean =>
  reference.alike(attempt.likeness) === 0 && reference.ofSort(sortOf(attempt)) === 0;

/**
 * Gives requests that only a run with faults has to the calls whose retries they are: those may have lost their
 * body, query or name. They follow a failure of the same method and path that nothing else has followed.
 */
export function* withAltered(
  drafts: readonly Draft[],
  strange: readonly Attempt[],
): Slices<{ readonly drafts: readonly Draft[]; readonly rest: readonly Attempt[] }> {
  if (strange.length === 0) return { drafts, rest: [] };
  const calls = drafts.map((draft) => ({ ...draft, attempts: [...draft.attempts] }));
  const places = yield* grouped(calls, ({ attempts: [begin] }) => placeOf(begin as Attempt));
  const rest: Attempt[] = [];
  yield* forEach(strange, (attempt) => {
    const [call] = (places.get(placeOf(attempt)) ?? [])
      .filter(({ attempts }) => mayFollow(attempts.at(-1) as Attempt, attempt))
      .toSorted((a, b) => (b.attempts.at(-1)?.end ?? 0) - (a.attempts.at(-1)?.end ?? 0));
    if (call === undefined) rest.push(attempt);
    else call.attempts.push(attempt);
  });
  return { drafts: calls, rest };
}

const placeOf = ({ account, method, path }: Attempt): string => [account, method, path].join("\n");

const mayFollow = (from: Attempt, to: Attempt): boolean =>
  failed(from) && endsBefore(from, to) && to.at <= lastChance(from);
