import { type Event, events } from "../../domain/resources/event.ts";
import type { Dice } from "../../world/dice.ts";
import { type Consent, never } from "../../domain/consent/consent.ts";
import { attributionOf } from "../../domain/messages/about.ts";
import { memberships } from "../../domain/objects/records.ts";
import { heardAt } from "../../domain/profiles/write.ts";
import { type Profile, profiles } from "../../domain/resources/profile.ts";
import type { Account } from "../../world/account.ts";
import { segments } from "../../domain/resources/groups.ts";
import { put } from "../../world/store/store.ts";

export interface Act {
  readonly at: number;
  /** Has the domain do it, while the account's clock shows that instant. */
  readonly run: (now: number) => void;
}

/** An account whose past is to be run, with its people as they are planted. */
export interface Before {
  readonly account: Account;
  readonly dice: Dice;
  /** The instant of the start, and the first instant of the past: a year before. */
  readonly planted: number;
  readonly from: number;
  /** The ids of those whose past it is. */
  readonly people: ReadonlySet<string>;
  /** What each of them did, the oldest first, without the service's own events. */
  readonly done: ReadonlyMap<string, readonly Event[]>;
}

/** What people did, each at its instant. @param ofService the metrics that are the service's own */
export function replayed(
  account: Account,
  people: readonly Profile[],
  done: readonly Event[],
  ofService: ReadonlySet<string>,
): Act[] {
  const known = new Map(people.map((profile) => [profile.id, profile]));
  const all = [...account.table(segments).all()].filter(({ definition }) => definition !== null);
  const defined = new Set(all.map(({ id }) => id));
  const joined = [...account.table(memberships).all()].filter(
    ({ profile, group }) => known.has(profile) && !defined.has(group),
  );
  return [
    ...people.map((profile) => ({
      at: profile.created,
      run: () => account.commit([put(profiles, arriving(profile))]),
    })),
    ...joined.map((each) => ({
      at: each.joined,
      run: () => account.commit([put(memberships, each)]),
    })),
    ...done.map((event) => ({
      at: Math.max(event.time, known.get(event.profile)?.created ?? event.time),
      run: (now: number) => happens(account, event, ofService.has(event.metric), now),
    })),
    ...people.flatMap((profile) => consenting(account, profile)),
  ];
}

function happens(account: Account, event: Event, isOfService: boolean, now: number): void {
  const profile = account.table(profiles).get(event.profile);
  if (profile === undefined) return;
  const { id, time, properties } = event;
  const led = isOfService ? undefined : attributionOf(account, profile.id, time);
  const said = led && { properties: { ...properties, $attribution: led } };
  const heard = heardAt(profile, time, now);
  const changes = [put(profiles, heard), put(events, { ...event, id, ...said })];
  account.commit(heard === profile ? changes.slice(1) : changes);
}

/** A profile as it came: nothing had happened, and no message was refused yet. */
const arriving = (profile: Profile): Profile => ({
  ...profile,
  updated: profile.created,
  last_event_date: null,
  consent: { ...consentAt(profile, profile.created), suppression: [] },
});

function consenting(account: Account, profile: Profile): Act[] {
  const { consent, created } = profile;
  const { email, sms, suppression } = consent;
  const instants = [email.at, sms.at].filter((at) => at !== null && at > created);
  const all = [...instants, ...suppression.map(({ at }) => at)];
  return [...new Set(all.map((at) => Math.max(at as number, created)))].map((at) => ({
    at,
    run(now) {
      const present = account.table(profiles).get(profile.id);
      if (present === undefined) return;
      const changed = { ...present, updated: now, consent: consentAt(profile, at) };
      account.commit([put(profiles, changed)]);
    },
  }));
}

/** What somebody had consented to by then: whoever unsubscribed later had subscribed when they came. */
function consentAt({ consent, created }: Profile, at: number): Consent {
  const by = (channel: "email" | "sms") => {
    const said = consent[channel];
    if (said.at === null || said.at <= Math.max(at, created)) return said;
    const subscribed = { state: "SUBSCRIBED", at: created, method: "FORM" } as const;
    return said.state === "UNSUBSCRIBED" ? subscribed : never;
  };
  const suppression = consent.suppression.filter((each) => each.at <= at);
  return { ...consent, email: by("email"), sms: by("sms"), suppression };
}
