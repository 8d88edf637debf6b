import type { Parts } from "../../world/long-work.ts";
import { wholeSecond } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import type { RemovedRecord } from "../../world/store/record-change.ts";
import { segments } from "../resources/segment.ts";
import { membershipId } from "./membership.ts";
import type { Alias, Membership, SegmentTurnover } from "../objects/records.ts";
import { aliases, memberships, segmentTurnovers } from "../objects/records.ts";

/**
 * The rule by which it is kept who was in a segment and is not any more: of each that left, when that was and when
 * they had joined, counted by seconds. Whoever is in a segment costs nothing here.
 */
export function followLeaves(
  account: Account,
  changes: readonly Change[],
  gone: readonly RemovedRecord[],
): readonly Change[] {
  const left = gone.filter(isOfSegment).map(({ record }) => record as Membership);
  if (left.length === 0) return none;
  const merged = new Map(changes.flatMap(mergeOf));
  const came = new Set(changes.flatMap(joinedOf));
  const now = wholeSecond(account.clock.now());
  const counts = new Counts(account);
  for (const { group, profile, joined } of left) {
    // With its segment, what is told of it goes.
    if (account.table(segments).get(group) === undefined) continue;
    // Whom they were merged into is a member in their place: that is neither.
    if (came.has(membershipId(group, merged.get(profile) ?? ""))) continue;
    // The time may have gone back since.
    counts.count(group, Math.min(wholeSecond(joined), now), 1, 0);
    counts.count(group, now, 0, 1);
  }
  return counts.changes();
}

/** Time has gone back: what is kept of later counts from now on. */
export function turnoverBack(account: Account, now: number): readonly Change[] {
  const second = wholeSecond(now);
  const later = [...account.table(segmentTurnovers).all()].filter(({ at }) => at > second);
  if (later.length === 0) return none;
  const counts = new Counts(account);
  for (const { segment, added, removed } of later) counts.count(segment, second, added, removed);
  return [...later.map(({ id }) => drop(segmentTurnovers, id)), ...counts.changes()];
}

/** What is counted, on top of what is kept already. */
class Counts {
  readonly #account: Account;
  readonly #counts = new Map<string, Omit<SegmentTurnover, "id" | "seq">>();

  constructor(account: Account) {
    this.#account = account;
  }

  count(segment: string, at: number, added: number, removed: number): void {
    const id = `${segment} ${at / 1000}`;
    const known = this.#counts.get(id) ?? this.#account.table(segmentTurnovers).get(id);
    const before = known ?? { added: 0, removed: 0 };
    const sums = { added: before.added + added, removed: before.removed + removed };
    this.#counts.set(id, { segment, at, ...sums });
  }

  changes(): Change[] {
    return [...this.#counts].map(([id, each]) =>
      put(segmentTurnovers, { id, seq: this.#account.nextSeq(), ...each }),
    );
  }
}

const none: readonly never[] = [];

const isOfSegment = ({ collection, record }: RemovedRecord): boolean =>
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
export const turnoverOf: Parts = [segmentTurnovers, ["segment", "at"]];
