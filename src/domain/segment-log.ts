import { wholeSecond } from "../jsonapi/time.ts";
import type { Account } from "../world/account.ts";
import { type Change, drop, put } from "../world/store.ts";
import type { Gone } from "../world/written.ts";
import { aliases, memberships, segments, segmentTurnovers } from "./collections.ts";
import { membershipId } from "./membership.ts";
import type { Alias, Membership } from "./records.ts";

/**
 * The rule by which it is kept who was in a segment and is not any more: of each that left, when that was and when
 * they had joined, counted by seconds. Whoever is in a segment costs nothing here.
 */
export function followLeaves(
  account: Account,
  changes: readonly Change[],
  gone: readonly Gone[],
): readonly Change[] {
  const left = gone.filter(isOfSegment).map(({ record }) => record as Membership);
  if (left.length === 0) return none;
  const merged = new Map(changes.flatMap(mergeOf));
  const came = new Set(changes.flatMap(joinedOf));
  const leftAt = wholeSecond(account.clock.now());
  const counts = new Map<string, { segment: string; at: number; added: number; removed: number }>();
  const count = (segment: string, at: number, added: number, removed: number) => {
    const id = `${segment} ${at / 1000}`;
    const known = counts.get(id) ?? account.table(segmentTurnovers).get(id);
    const { added: before = 0, removed: gone = 0 } = known ?? {};
    counts.set(id, { segment, at, added: before + added, removed: gone + removed });
  };
  for (const { group, profile, joined } of left) {
    // With its segment, what is told of it goes.
    if (account.table(segments).get(group) === undefined) continue;
    // Whom they were merged into is a member in their place: that is neither.
    if (came.has(membershipId(group, merged.get(profile) ?? ""))) continue;
    count(group, wholeSecond(joined), 1, 0);
    count(group, leftAt, 0, 1);
  }
  return [...counts].map(([id, each]) =>
    put(segmentTurnovers, { id, seq: account.nextSeq(), ...each }),
  );
}

const none: readonly never[] = [];

const isOfSegment = ({ collection, record }: Gone): boolean =>
  collection === memberships.name && (record as Membership).kind === "segment";

/** Who was merged, and into whom. */
const mergeOf = (change: Change): [string, string][] =>
  change.collection.name === aliases.name && "put" in change
    ? [[change.put.id, (change.put as Alias).into]]
    : [];

/** The memberships that are written. */
const joinedOf = (change: Change): string[] =>
  change.collection.name === memberships.name && "put" in change ? [change.put.id] : [];

/** What goes with a segment. */
export const forgottenTurnover = (account: Account, segment: string): Change[] =>
  [...account.table(segmentTurnovers).scan(["segment", "at"], { prefix: [segment] })].map(
    ({ id }) => drop(segmentTurnovers, id),
  );
