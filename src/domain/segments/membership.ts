import type { Parts } from "../../world/long-work.ts";
import type { Account } from "../../world/account.ts";
import { shortId } from "../../world/ids.ts";
import type { Derived } from "../../world/store/record.ts";
import { type Change, put } from "../../world/store/store.ts";
import { uncountedIn } from "../events/late-figures.ts";
import type { Done } from "../objects/acts.ts";
import { type Membership, membershipKinds, memberships } from "../objects/records.ts";
import { type List, lists } from "../resources/list.ts";
import { type Profile, profiles } from "../resources/profile.ts";
import { type Segment, segments } from "../resources/segment.ts";

/** Six letters and digits that no list or segment has yet: their members share one space of ids. */
export function freshGroupId(account: Account, kind: "list" | "segment"): string {
  for (;;) {
    const id = shortId(account.dice(kind));
    if ((account.table(lists).get(id) ?? account.table(segments).get(id)) === undefined) return id;
  }
}

/** A profile is in a group once. */
export const membershipId = (group: string, profile: string): string => `${group} ${profile}`;

type Joined = Omit<Membership, "id" | "seq">;

export const membership = (account: Account, joined: Joined): Membership => ({
  id: membershipId(joined.group, joined.profile),
  seq: account.nextSeq(),
  ...joined,
});

/** The change that puts a profile into a group whose joining is not recorded: `joinsList` is for lists. */
export const joins = (
  account: Account,
  joined: Joined & { readonly kind: Exclude<Membership["kind"], "list"> },
): Change => put(memberships, membership(account, joined));

/** What puts a profile into a list, and what is recorded of it; nothing, if it is there already. */
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

/** All that a profile is a member of, of every kind. */
export const membershipsOf = (account: Account, profile: string): Membership[] =>
  membershipKinds.flatMap((kind) => [
    ...account.table(memberships).scan(["profile", "kind"], { prefix: [profile, kind] }),
  ]);

function* groupsOf(account: Account, profile: string, kind: Membership["kind"]) {
  const range = { prefix: [profile, kind] };
  for (const { group } of account.table(memberships).scan(["profile", "kind"], range)) yield group;
}

/** The lists that a profile is in, in the order in which it was put there. */
export function listsOf(account: Account, profile: string): List[] {
  const table = account.table(lists);
  return [...groupsOf(account, profile, "list")].flatMap((id) => table.get(id) ?? []);
}

/** The segments that a profile is in. */
export function segmentsOf(account: Account, profile: string): Segment[] {
  const table = account.table(segments);
  return [...groupsOf(account, profile, "segment")].flatMap((id) => table.get(id) ?? []);
}

/** Who is in a list or segment, in the order in which they joined. */
export const membersOf: Parts = [memberships, ["group", "joined"]];

/** The profiles of a list or segment, in the order in which they joined. */
export function profilesOf(account: Account, group: string): Profile[] {
  const [table, members] = [account.table(profiles), account.table(memberships)];
  return [...members.scan(membersOf[1], { prefix: [group] })].flatMap(
    ({ profile }) => table.get(profile) ?? [],
  );
}

/** The sizes of the lists and segments whose size was asked for: they follow each write (`bench --only lists`). */
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
