import { type Attempt, failed } from "./attempt.ts";
import { groupedBy } from "./streams.ts";

/**
 * What a client asks where nothing goes wrong: two runs from the same state, without faults and limits. Where the two
 * differ, nothing is known.
 */
export interface Reference {
  /** How many requests of this likeness a run has; undefined: not known. */
  readonly alike: (likeness: string) => number | undefined;
  /** How many requests of this sort a run has; undefined: not known. */
  readonly ofSort: (sort: string) => number | undefined;
  /** How many different names the requests of this sort have; undefined: not known. */
  readonly names: (sort: string) => number | undefined;
}

/** Who writes about another person does another thing. */
export const sortOf = ({ account, operation, method, about }: Attempt): string =>
  [account, operation, method, about].join("\n");

/** What two runs without faults say; in any order. */
export function referenceOf(one: readonly Attempt[], other: readonly Attempt[]): Reference {
  const likeness = agreed(one, other, (each) => each.likeness, requestsOf);
  return {
    alike: likeness,
    ofSort: agreed(one, other, sortOf, requestsOf),
    names: agreed(
      one.filter(({ name }) => name !== undefined),
      other.filter(({ name }) => name !== undefined),
      sortOf,
      (group) => new Set(group.map(({ name }) => name?.value)).size,
    ),
  };
}

/** Something that is polled until it is there comes as often as chance has it. */
const requestsOf = (group: readonly Attempt[]): number | undefined =>
  group.length > 1 && group.some(failed) ? undefined : group.length;

function agreed(
  one: readonly Attempt[],
  other: readonly Attempt[],
  keyOf: (attempt: Attempt) => string,
  countOf: (group: readonly Attempt[]) => number | undefined,
): (key: string) => number | undefined {
  const [first, second] = [groupedBy(one, keyOf), groupedBy(other, keyOf)];
  return (key) => {
    const count = countOf(first.get(key) ?? []);
    return count === countOf(second.get(key) ?? []) ? count : undefined;
  };
}
