import { wholeSecond } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import { memberships } from "../objects/records.ts";
import { membershipId } from "../segments/membership.ts";
import { type Profile, profiles } from "../resources/profile.ts";

/** Lists and segments that a message goes to, and whose members it does not go to. */
export interface Audience {
  readonly included: readonly string[];
  readonly excluded: readonly string[];
}

/** A place in the walk through an audience, kept from one step to the next. */
export interface AudienceCursor {
  /** The place among the included ones. */
  readonly group: number;
  /** The membership that was looked at last. */
  readonly joined?: number;
  readonly seq?: number;
}

/** Somebody in an audience, and the first list or segment that they are in. */
export interface Person {
  readonly profile: Profile;
  readonly group: string;
}

export const beginning: AudienceCursor = { group: 0 };

/** Goes on through an audience, each once, as they joined, for `most` memberships. @returns no `next` at the end */
export function walk(
  account: Account,
  { included, excluded }: Audience,
  from: AudienceCursor,
  most: number,
): { readonly people: Person[]; readonly next: AudienceCursor | undefined } {
  const table = account.table(memberships);
  const isIn = (group: string, profile: string) =>
    table.get(membershipId(group, profile)) !== undefined;
  const people: Person[] = [];
  let seen = 0;
  for (let at = from.group; at < included.length; at += 1) {
    const group = included[at] as string;
    const earlier = included.slice(0, at);
    const { joined, seq } = at === from.group ? from : beginning;
    const after = joined === undefined || seq === undefined ? undefined : { value: joined, seq };
    for (const member of table.scan(["group", "joined"], { prefix: [group], after })) {
      seen += 1;
      const { profile: id } = member;
      const profile = [...earlier, ...excluded].some((each) => isIn(each, id))
        ? undefined
        : account.table(profiles).get(id);
      if (profile !== undefined) people.push({ profile, group });
      if (seen < most) continue;
      const place = { joined: wholeSecond(member.joined), seq: member.seq };
      return { people, next: { group: at, ...place } };
    }
  }
  return { people, next: undefined };
}
