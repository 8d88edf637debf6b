import { memberships } from "../../domain/objects/records.ts";
import { profiles } from "../../domain/resources/profile.ts";
import type { Profile } from "../../domain/resources/profile.ts";
import type { State } from "../../world/store/state.ts";

/** Somebody to whom the mails of a list went. Instants in milliseconds since 1970. */
export interface Subscriber {
  readonly profile: Profile;
  readonly joined: number;
  /** The last that was heard of them, or when they left: nothing of the past is later. */
  readonly until: number;
}

/** Who has joined a list, and for how long mails reach them. */
export function subscribersOf(before: Pick<State, "table">, list: string): Subscriber[] {
  const table = before.table(profiles);
  const found: Subscriber[] = [];
  // Put in order here: no start has to wait for an index of all memberships.
  const members = [...before.table(memberships).all()].filter(({ group }) => group === list);
  members.sort((a, b) => a.joined - b.joined || a.seq - b.seq);
  for (const { profile: id, joined } of members) {
    const profile = table.get(id);
    if (profile?.email == null) continue;
    found.push({ profile, joined, until: untilOf(profile, joined) });
  }
  return found;
}

/** Who subscribes to emails, and for how long mails reach them; undefined: nobody knows since when, or they do not. */
export function subscriberOf(profile: Profile): Subscriber | undefined {
  const { email: consent } = profile.consent;
  if (profile.email === null || consent.state !== "SUBSCRIBED") return undefined;
  const joined = consent.at ?? profile.created;
  return { profile, joined, until: untilOf(profile, joined) };
}

function untilOf({ last_event_date: last, consent }: Profile, joined: number): number {
  const { email, suppression } = consent;
  return Math.min(
    last ?? joined,
    ...(email.state === "UNSUBSCRIBED" && email.at !== null ? [email.at] : []),
    ...suppression.map(({ at }) => at),
  );
}
