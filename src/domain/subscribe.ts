import type { Account } from "../world/account.ts";
import { type Change, drop, put } from "../world/store.ts";
import { profileById } from "./aliases.ts";
import { confirmations, lists, memberships, profiles } from "./collections.ts";
import { askToConfirm } from "./confirm.ts";
import { addressOf, type Channel, type Consent } from "./consent.ts";
import { acted, type How, leftList, rejoinedList } from "./consent-acts.ts";
import {
  findAddressee,
  findProfile,
  withoutKnown,
  withoutNulls,
  withoutRivals,
} from "./identity.ts";
import { joins, membershipId } from "./membership.ts";
import { newProfile, writeProfile } from "./profile-write.ts";
import type { Confirmation, Profile, Subscribing } from "./records.ts";

/** Subscribes: at once, or once it is confirmed, as the list has it (behaviour.md, 6). */
export function subscribe(account: Account, who: Subscribing, now: number): void {
  const list = account.table(lists).get(who.list ?? "");
  // Whoever was to join a list that is gone meanwhile is not subscribed to everything instead.
  if (who.list !== undefined && list === undefined) return;
  const known = knownProfile(account, who);
  if (known === undefined && who.id !== undefined) return;
  if (list?.opt_in_process === "double_opt_in" && !who.historical) {
    askToConfirm(account, who, known, list.id, now);
  } else account.commit(subscription(account, who, now, false));
}

/** The click: what the subscription asked for holds from now on. */
export function confirm(account: Account, { id, subscribing }: Confirmation, now: number): void {
  account.commit([...subscription(account, subscribing, now, true), drop(confirmations, id)]);
}

/**
 * Unsubscribes from a list its member is in, else from everything (behaviour.md, 6).
 *
 * @param left the memberships that others of the same batch have ended
 */
export function unsubscribe(
  account: Account,
  who: Subscribing,
  now: number,
  left: Set<string>,
): void {
  const known = knownProfile(account, who);
  const reached = new Map<string, Channel[]>(known && [[known.id, []]]);
  for (const { channel } of who.channels) {
    const target = holderOf(account, channel, who) ?? known;
    if (target !== undefined) reached.set(target.id, [...(reached.get(target.id) ?? []), channel]);
  }
  for (const [id, channels] of reached) {
    const profile = account.table(profiles).get(id) as Profile;
    const place = membershipId(who.list ?? "", id);
    const isMember = account.table(memberships).get(place) !== undefined || left.has(place);
    // Somebody else has the address that it is about.
    if (channels.length === 0 && reached.size > 1) continue;
    if (who.list !== undefined && isMember) {
      left.add(place);
      const consent = leftList(profile.consent, who.list, now);
      account.commit([drop(memberships, place), put(profiles, changed(profile, consent, now))]);
      continue;
    }
    const consent = channels.reduce(
      (before, channel) => acted(before, "unsubscribe", channel, { at: now }),
      profile.consent,
    );
    account.commit([put(profiles, changed(profile, consent, now))]);
  }
}

/** The profile with its consent changed, which is a change of the profile. @guess */
export const changed = (profile: Profile, consent: Consent, now: number): Profile =>
  consent === profile.consent ? profile : { ...profile, consent, updated: now };

/** Whom the identifiers point to. */
export function knownProfile(account: Account, { id, input }: Subscribing): Profile | undefined {
  return id === undefined
    ? findAddressee(account.table(profiles), input.attributes)
    : profileById(account, id);
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
  const own = withoutNulls(withoutRivals(table, who.input.attributes, known?.id));
  const attributes = who.discreet ? withoutKnown(own, known) : own;
  const base = writeProfile(known ?? newProfile(account, now), { ...who.input, attributes }, now);
  const consenting = new Map<string, Profile>();
  for (const { channel, at = now } of who.channels) {
    const holder = holderOf(account, channel, who);
    const target = holder === undefined || holder.id === base.id ? base : holder;
    const before = consenting.get(target.id) ?? target;
    if (!canBeReached(account, before, channel)) continue;
    const how: How = {
      at,
      updated: now,
      method: who.method,
      detail: who.detail ?? null,
      doubleOptIn,
    };
    const consent = acted(before.consent, "subscribe", channel, how);
    consenting.set(target.id, changed(before, consent, now));
  }
  return [
    ...(consenting.has(base.id) ? [] : [put(profiles, base)]),
    ...[...consenting.values()].flatMap((profile) => intoList(account, profile, who.list, now)),
  ];
}

/** Who already has the address that a channel uses: consent is for an address. */
function holderOf(account: Account, channel: Channel, { input }: Subscribing): Profile | undefined {
  const { email = null, phone_number = null } = input.attributes;
  const address = channel === "email" ? { email } : { phone_number };
  return findProfile(account.table(profiles), address);
}

const canBeReached = ({ settings }: Account, profile: Profile, channel: Channel): boolean =>
  profile[addressOf[channel]] !== null && (channel === "email" || settings.sms);

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
