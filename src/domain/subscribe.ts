import type { Account } from "../world/account.ts";
import { uuid } from "../world/ids.ts";
import { type Change, drop, put } from "../world/store.ts";
import { confirmations, lists, memberships, profiles } from "./collections.ts";
import type { Channel, Consent } from "./consent.ts";
import { acted, type How, leftList, rejoinedList } from "./consent-acts.ts";
import { findAddressee, findProfile, withoutRivals } from "./identity.ts";
import { joins, membershipId } from "./membership.ts";
import { newProfile, writeProfile } from "./profile-write.ts";
import type { Confirmation, Profile, Subscribing } from "./records.ts";

/** Subscribes: at once, or once it is confirmed, as the list has it (behaviour.md, 6). */
export function subscribe(account: Account, who: Subscribing, now: number): void {
  const list = account.table(lists).get(who.list ?? "");
  if (list?.opt_in_process === "double_opt_in" && !who.historical) {
    return askToConfirm(account, who, list.id, now);
  }
  account.commit(subscription(account, who, now, false));
}

/** The click: what the subscription asked for holds from now on. */
export function confirm(account: Account, { id, subscribing }: Confirmation, now: number): void {
  account.commit([...subscription(account, subscribing, now, true), drop(confirmations, id)]);
}

/** Unsubscribes from a list its member is in, else from everything (behaviour.md, 6). */
export function unsubscribe(account: Account, who: Subscribing, now: number): void {
  const known = knownProfile(account, who);
  if (known === undefined) return;
  const member = account.table(memberships).get(membershipId(who.list ?? "", known.id));
  if (who.list !== undefined && member !== undefined) {
    const consent = leftList(known.consent, who.list, now);
    account.commit([drop(memberships, member.id), put(profiles, changed(known, consent, now))]);
    return;
  }
  const consent = who.channels.reduce(
    (before, { channel }) => acted(before, "unsubscribe", channel, { at: now }),
    known.consent,
  );
  account.commit([put(profiles, changed(known, consent, now))]);
}

/** The profile with its consent changed, which is a change of the profile. @guess */
export const changed = (profile: Profile, consent: Consent, now: number): Profile =>
  consent === profile.consent ? profile : { ...profile, consent, updated: now };

/** Whom the identifiers point to. */
export function knownProfile(account: Account, { id, input }: Subscribing): Profile | undefined {
  const table = account.table(profiles);
  return id === undefined ? findAddressee(table, input.attributes) : table.get(id);
}

/** All that a subscription writes. A profile that is not there is made. */
function subscription(
  account: Account,
  who: Subscribing,
  now: number,
  doubleOptIn: boolean,
): Change[] {
  const table = account.table(profiles);
  const known = knownProfile(account, who);
  if (known === undefined && who.id !== undefined) return [];
  const attributes = withoutRivals(table, who.input.attributes, known?.id);
  const base = writeProfile(known ?? newProfile(account, now), { ...who.input, attributes }, now);
  const people = new Map([[base.id, base]]);
  for (const { channel, at = now } of who.channels) {
    const target = holderOf(account, channel, who) ?? base;
    const { id } = target;
    const how: How = { at, method: who.method, detail: who.detail ?? null, doubleOptIn };
    const before = people.get(id) ?? target;
    people.set(id, changed(before, acted(before.consent, "subscribe", channel, how), now));
  }
  return [...people.values()].flatMap((profile) => intoList(account, profile, who.list, now));
}

/** Who already has the address that a channel uses: consent is for an address. */
function holderOf(account: Account, channel: Channel, { input }: Subscribing): Profile | undefined {
  const { email = null, phone_number = null } = input.attributes;
  const address = channel === "email" ? { email } : { phone_number };
  return findProfile(account.table(profiles), address);
}

function intoList(
  account: Account,
  profile: Profile,
  list: string | undefined,
  now: number,
): Change[] {
  if (list === undefined || account.table(lists).get(list) === undefined) {
    return [put(profiles, profile)];
  }
  const consent = rejoinedList(profile.consent, list);
  const there = account.table(memberships).get(membershipId(list, profile.id)) !== undefined;
  const joined = { kind: "list", group: list, profile: profile.id, joined: now } as const;
  return [put(profiles, { ...profile, consent }), ...(there ? [] : [joins(account, joined)])];
}

/** Asks anew in place of an earlier time, for the same address and list. */
function askToConfirm(account: Account, who: Subscribing, list: string, now: number): void {
  const { email = null, phone_number = null } = who.input.attributes;
  const table = account.table(confirmations);
  const earlier = [...table.scan(["email"], { prefix: [email] })].filter(
    (each) => each.list === list && each.phone_number === phone_number,
  );
  const seq = account.nextSeq();
  const asked: Confirmation = {
    id: uuid(account.dice("confirmation")),
    seq,
    list,
    email,
    phone_number,
    created: now,
    subscribing: who,
  };
  account.commit([...earlier.map(({ id }) => drop(confirmations, id)), put(confirmations, asked)]);
}
