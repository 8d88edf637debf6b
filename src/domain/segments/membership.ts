import type { Stored, Derived } from "../../world/store/record.ts";
import type { Parts } from "../../world/long-work.ts";
import type { Account } from "../../world/account.ts";
import { shortId } from "../../world/ids.ts";
import { type Change, put, drop, Table } from "../../world/store/store.ts";
import { uncountedIn } from "../events/late-figures.ts";
import type { Done } from "../objects/acts.ts";
import { membershipKinds, memberships, aliases, segmentTurnovers } from "../objects/records.ts";
import type { Membership, Alias, SegmentTurnover } from "../objects/records.ts";
import { type List, lists, type Segment, segments } from "../resources/groups.ts";
import { type Profile, profiles } from "../resources/profile.ts";
import { wholeSecond } from "../../jsonapi/time.ts";
import type { RemovedRecord } from "../../world/store/record-change.ts";

/** Six letters and digits that no list or segment has yet: their members share one space of ids. */
export function freshGroupId(account: Account, kind: "list" | "segment"): string {
  for (;;) {
    const id = shortId(account.dice(kind));
    if ((account.table(lists).get(id) ?? account.table(segments).get(id)) === undefined) return id;
  }
}

export const membershipId = (group: string, profile: string): string => `${group} ${profile}`;

type Joined = Omit<Membership, "id" | "seq">;

export const membership = (account: Account, joined: Joined): Membership => ({
  id: membershipId(joined.group, joined.profile),
  seq: account.nextSeq(),
  ...joined,
});

/** Puts a profile into a group whose joining is not recorded: `joinsList` is for lists. */
export const joins = (
  account: Account,
  joined: Joined & { readonly kind: Exclude<Membership["kind"], "list"> },
): Change => put(memberships, membership(account, joined));

/** Puts a profile into a list, unless it is there, and tells what is recorded of it. */
export function joinsList(
  account: Account,
  { id: group, name }: Pick<List, "id" | "name">,
  profile: string,
  now: number,
): { readonly changes: Change[]; readonly done: Done[] } {
  if (account.table(memberships).get(membershipId(group, profile)) !== undefined) {
    return { changes: [], done: [] };
  }
  const about = { List: name, Method: "API" };
  return {
    changes: [put(memberships, membership(account, { kind: "list", group, profile, joined: now }))],
    done: [{ act: "join list", profile, about }],
  };
}

export const membershipsOf = (account: Account, profile: string): Membership[] =>
  membershipKinds.flatMap((kind) => [
    ...account.table(memberships).scan(["profile", "kind"], { prefix: [profile, kind] }),
  ]);

const groupsOf = <R extends Stored>(account: Account, table: Table<R>, prefix: [string, string]) =>
  [...account.table(memberships).scan(["profile", "kind"], { prefix })].flatMap(
    ({ group }) => table.get(group) ?? [],
  );

/** The lists that a profile is in, in the order in which it was put there. */
export const listsOf = (account: Account, profile: string): List[] =>
  groupsOf(account, account.table(lists), [profile, "list"]);

export const segmentsOf = (account: Account, profile: string): Segment[] =>
  groupsOf(account, account.table(segments), [profile, "segment"]);

/** Who is in a list or segment, in the order in which they joined. */
export const membersOf: Parts = [memberships, ["group", "joined"]];

export function profilesOf(account: Account, group: string): Profile[] {
  const [table, members] = [account.table(profiles), account.table(memberships)];
  return [...members.scan(membersOf[1], { prefix: [group] })].flatMap(
    ({ profile }) => table.get(profile) ?? [],
  );
}

/** The sizes of lists and segments that were asked for follow each write (`bench --only lists`). */
class Sizes implements Derived<Membership> {
  readonly #known = new Map<string, number>();

  of(group: string, counted: () => number): number {
    const size = this.#known.get(group) ?? counted();
    this.#known.set(group, size);
    return size;
  }

  replace(old: Membership | undefined, record: Membership | undefined): void {
    if (old !== undefined) this.#add(old.group, -1);
    if (record !== undefined) this.#add(record.group, 1);
  }

  #add(group: string, by: number): void {
    const size = this.#known.get(group);
    if (size !== undefined) this.#known.set(group, size + by);
  }
}

const newSizes = () => new Sizes();

/** How many profiles are in a list or segment, as far as its count shows them. */
export function profileCount(account: Account, group: string): number {
  const table = account.table(memberships);
  const counted = () => {
    let count = 0;
    for (const _ of table.scan(membersOf[1], { prefix: [group] })) count += 1;
    return count;
  };
  return table.derived(newSizes).of(group, counted) - uncountedIn(account, group);
}

/** The rule by which leaves of segments are counted by seconds: when each was, and when they had joined. */
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

const mergeOf = (change: Change): [string, string][] =>
  change.collection.name === aliases.name && "put" in change
    ? [[change.put.id, (change.put as Alias).into]]
    : [];

const joinedOf = (change: Change): string[] =>
  change.collection.name === memberships.name && "put" in change ? [change.put.id] : [];

export const turnoverOf: Parts = [segmentTurnovers, ["segment", "at"]];
