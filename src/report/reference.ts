import { type Attempt, type Attempts, failed } from "./calls/attempt.ts";
import { atOnce } from "../world/time/slices.ts";
import { groupedBy, streamOf } from "./streams.ts";
import { isWhole, type Walk, walksOf } from "./calls/walks.ts";

/** What a client asks in two runs without faults and limits. Where they differ, nothing is known. */
export interface Reference {
  /** How many requests of this likeness a run has; undefined: not known. */
  readonly alike: (likeness: string) => number | undefined;
  readonly ofSort: (sort: string) => number | undefined;
  /** How many different names the requests of this sort have; undefined: not known. */
  readonly names: (sort: string) => number | undefined;
  /** Whether it reads the list to the end that begins with a request of this likeness; undefined: not known. */
  readonly readsAll: (likeness: string) => boolean | undefined;
  /** How many requests an account makes of an operation; undefined: not known. */
  readonly ofStream: (stream: string) => number | undefined;
}

/** Who writes about another person does another thing. */
export const sortOf = ({ account, operation, method, about }: Attempt): string =>
  [account, operation, method, about].join("\n");

export function referenceOf(one: Attempts, other: Attempts): Reference {
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
    readsAll: agreed(
      atOnce(walksOf(one)),
      atOnce(walksOf(other)),
      ({ pages: [begin] }) => begin?.likeness ?? "",
      readToTheEnd,
    ),
    ofStream: agreed(one, other, streamOf, requestsOf),
  };
}

/** Something that is polled until it is there comes as often as chance has it. */
const requestsOf = (group: Attempts): number | undefined =>
  group.length > 1 && group.some(failed) ? undefined : group.length;

const readToTheEnd = (walks: readonly Walk[]): boolean | undefined => {
  const whole = walks.filter(isWhole).length;
  if (walks.length === 0) return undefined;
  // A list of one page is read to its end by all who read one page.
  if (walks.every(({ pages }) => pages.length === 1)) return whole === 0 ? false : undefined;
  if (whole === walks.length) return true;
  return whole === 0 ? false : undefined;
};

function agreed<Seen, Known>(
  one: readonly Seen[],
  other: readonly Seen[],
  keyOf: (seen: Seen) => string,
  knownOf: (group: readonly Seen[]) => Known | undefined,
): (key: string) => Known | undefined {
  const [first, second] = [groupedBy(one, keyOf), groupedBy(other, keyOf)];
  return (key) => {
    const known = knownOf(first.get(key) ?? []);
    return known === knownOf(second.get(key) ?? []) ? known : undefined;
  };
}
