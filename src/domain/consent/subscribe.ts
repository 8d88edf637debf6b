import { settingOf } from "../settings.ts";
import type { Account } from "../../world/account.ts";
import { drop, put } from "../../world/store/store.ts";
import { profileById, findAddressee, findProfile } from "../profiles/identity.ts";
import { lists } from "../resources/groups.ts";
import { askToConfirm } from "./confirm.ts";
import { channels, needsSms, acted, alters, leftList, rejoinedList } from "./consent.ts";
import type { Channel, Consent, How } from "./consent.ts";
import { joinsList, membershipId } from "../segments/membership.ts";
import type { Device } from "../profiles/shown-shapes.ts";
import { withDevice, withoutDevice } from "../profiles/push-tokens.ts";
import { profileWith } from "../profiles/save.ts";
import { type Done, recorded } from "../objects/acts.ts";
import { confirmations, memberships } from "../objects/records.ts";
import type { Confirmation, Subscribing } from "../objects/records.ts";
import { type Profile, profiles } from "../resources/profile.ts";
import { newProfile, writeProfile } from "../profiles/write.ts";

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

export function confirm(account: Account, { id, subscribing }: Confirmation, now: number): void {
  account.commit([...subscription(account, subscribing, now, true), drop(confirmations, id)]);
}

/** Unsubscribes from a list its member is in, else from everything (behaviour.md, 6). `left` is of the whole batch. */
export function unsubscribe(account: Account, who: Subscribing, now: number, left: Set<string>) {
  const known = knownProfile(account, who);
  const reached = new Map<string, Channel[]>(known && [[known.id, []]]);
  for (const { channel } of who.channels) {
    const target = holderOf(account, channel, who) ?? known;
    if (target !== undefined) reached.set(target.id, [...(reached.get(target.id) ?? []), channel]);
  }
  for (const [id, withdrawn] of reached) {
    const profile = account.table(profiles).get(id) as Profile;
    const place = membershipId(who.list ?? "", id);
    const isMember = account.table(memberships).get(place) !== undefined || left.has(place);
    // Somebody else has the address that it is about.
    if (withdrawn.length === 0 && reached.size > 1) continue;
    if (who.list !== undefined && isMember) {
      left.add(place);
      // Only email is ever suppressed.
      const consent = withdrawn.includes("email")
        ? leftList(profile.consent, who.list, now)
        : profile.consent;
      const changes = [drop(memberships, place), put(profiles, changed(profile, consent, now))];
      // Another of the batch may have ended it.
      const isOver = account.table(memberships).get(place) === undefined;
      const about = { List: account.table(lists).get(who.list)?.name, Method: who.method };
      const done = { act: "unsubscribe from list", profile: id, about } as const;
      account.commit(recorded(account, changes, isOver ? [] : [done], now));
      continue;
    }
    let { consent } = profile;
    const done: Done[] = [];
    for (const channel of withdrawn) {
      const before = consent;
      consent = acted(before, "unsubscribe", channel, { at: now });
      if (!alters(before, consent, channel)) continue;
      done.push({ act: `unsubscribe ${channel}`, profile: id, about: { Method: who.method } });
    }
    const devices = withdrawn.includes("push") ? devicesOf(who) : [];
    const changes = [
      put(profiles, changed(profile, consent, now)),
      ...devices.flatMap((device) => withoutDevice(account, device, id)),
    ];
    account.commit(recorded(account, changes, done, now));
  }
}

/** The devices that are to be written to, or no longer: of one that is named twice, what was said last. */
const devicesOf = ({ channels: named }: Subscribing): readonly Device[] => {
  const devices = named.flatMap((each) => each.devices ?? []);
  return [...new Map(devices.map((device) => [device.token, device])).values()];
};

/** @guess bulk_*subscribe_profiles: A change of consent changes `updated` of the profile. */
export const changed = (profile: Profile, consent: Consent, now: number): Profile =>
  consent === profile.consent ? profile : { ...profile, consent, updated: now };

export const knownProfile = (account: Account, { id, input }: Subscribing): Profile | undefined =>
  id === undefined
    ? findAddressee(account.table(profiles), input.attributes)
    : profileById(account, id);

/** All that a subscription writes. A profile that is not there is made. @guess bulk_subscribe_profiles: A historical import writes no event. */
function subscription(account: Account, who: Subscribing, now: number, doubleOptIn: boolean) {
  const { id, input, discreet } = who;
  const list = account.table(lists).get(who.list ?? "");
  const { email = null, phone_number = null } = input.attributes;
  const base = profileWith(account, { id, ...input }, { email, phone_number }, now, { discreet });
  if (base === undefined) return [];
  const consenting = new Map<string, Profile>();
  const done: Done[] = [];
  for (const { channel, at = now } of who.channels) {
    const holder = holderOf(account, channel, who);
    const target = holder === undefined || holder.id === base.id ? base : holder;
    const before = consenting.get(target.id) ?? target;
    if (!canBeReached(account, before, channel)) continue;
    const { method, detail = null } = who;
    const how: How = { at, updated: now, method, detail, doubleOptIn };
    const consent = acted(before.consent, "subscribe", channel, how);
    consenting.set(target.id, changed(before, consent, now));
    if (!alters(before.consent, consent, channel)) continue;
    const about = { Method: who.method, Source: who.detail, List: list?.name };
    done.push({ act: `subscribe ${channel}`, profile: target.id, about });
  }
  const changes = consenting.has(base.id) ? [] : [put(profiles, base)];
  for (const profile of consenting.values()) {
    const consent = list ? rejoinedList(profile.consent, list.id) : profile.consent;
    changes.push(put(profiles, list ? { ...profile, consent } : profile));
    if (list === undefined) continue;
    const joined = joinsList(account, list, profile.id, now);
    changes.push(...joined.changes);
    done.push(...joined.done);
  }
  changes.push(...devicesOf(who).flatMap((device) => withDevice(account, device, base.id, now)));
  return recorded(account, changes, who.historical ? [] : done, now);
}

function holderOf(account: Account, channel: Channel, { input }: Subscribing): Profile | undefined {
  const { address } = channels[channel];
  if (address === null) return undefined;
  return findProfile(account.table(profiles), { [address]: input.attributes[address] ?? null });
}

/** Whether a profile has the address that a channel uses, and that may be used. */
function canBeReached(account: Account, profile: Profile, channel: Channel): boolean {
  const { address } = channels[channel];
  const isKnown = address === null || (profile[address] ?? null) !== null;
  return isKnown && (!needsSms(channel) || settingOf(account, "sms"));
}

type Act = "suppress" | "unsuppress";

export type Suppressing = { readonly email: string } | { readonly id: string };

/** Suppresses or unsuppresses one person. @guess bulk_suppress_profiles: Suppressing an unknown address creates a suppressed profile. @returns whether anything was changed */
export function suppress(account: Account, act: Act, who: Suppressing, now: number): boolean {
  const known = personOf(account, who);
  if (known === undefined && (act === "unsuppress" || !("email" in who))) return false;
  const person = known ?? made(account, who as { email: string }, now);
  const consent = acted(person.consent, act, "email", { at: now });
  if (known !== undefined && consent === known.consent) return false;
  const changes = [put(profiles, changed(person, consent, now))];
  const done = { act: `${act} email`, profile: person.id, about: { Method: "API" } } as const;
  account.commit(recorded(account, changes, [done], now));
  return true;
}

function personOf(account: Account, who: Suppressing): Profile | undefined {
  const table = account.table(profiles);
  return "id" in who ? profileById(account, who.id) : findProfile(table, who);
}

const made = (account: Account, attributes: { email: string }, now: number): Profile =>
  writeProfile(newProfile(account, now), { attributes }, now);
