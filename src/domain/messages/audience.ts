import { wholeSecond } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import { memberships } from "../objects/records.ts";
import { membershipId } from "../segments/membership.ts";
import { type Profile, profiles, pushTokens } from "../resources/profile.ts";
import { settingOf, settingsOf } from "../settings.ts";
import { canReceive, type Channel } from "../consent/consent.ts";
import { type MessageChannel, messages } from "./records.ts";
import { type Done, recorded } from "../objects/acts.ts";
import { accounts } from "../resources/account.ts";
import type { Words } from "../../contract/words.ts";

export interface Audience {
  readonly included: readonly string[];
  readonly excluded: readonly string[];
}

/** A place in the walk through an audience, kept from one step to the next. */
export interface AudienceCursor {
  readonly group: number;
  readonly joined?: number;
  readonly seq?: number;
}

/** Somebody in an audience, and the first list or segment that they are in. */
export type Person = { readonly profile: Profile; readonly group: string };

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

const hourMs = 3_600_000;

export type SkipReason =
  Words<"no-address no-consent suppressed left-list smart-sending no-coupon-code">;

export interface Wanted {
  readonly channel: MessageChannel;
  readonly ignoresConsent?: boolean;
  /** Any of these is enough. Default: consent to marketing by its channel. */
  readonly consents?: readonly Channel[];
  /** It does not go to those who were sent something by this channel a short time ago. */
  readonly smartSending: boolean;
  readonly group?: string;
}

type Takes = { readonly consent: Channel; readonly smartSendingMs: number };
const channels: Readonly<Record<MessageChannel, Takes>> = {
  // @guess send_campaign, *ate_flow: Smart sending waits 24 hours on channels other than email.
  email: { consent: "email", smartSendingMs: 16 * hourMs },
  sms: { consent: "sms", smartSendingMs: 24 * hourMs },
  push: { consent: "push", smartSendingMs: 24 * hourMs },
  whatsapp: { consent: "whatsapp.marketing", smartSendingMs: 24 * hourMs },
};

/** Where a message goes; null: nowhere. Of several devices, to the one registered last. */
export function addressOf(
  account: Account,
  { id, email, phone_number }: Profile,
  channel: MessageChannel,
): string | null {
  if (channel === "email") return email;
  if (channel === "whatsapp") return phone_number;
  if (channel === "sms") return settingOf(account, "sms") ? phone_number : null;
  const newest = { prefix: [id], descending: true };
  for (const each of account.table(pushTokens).scan(["profile.id", "created"], newest)) {
    if (canBeNotified.has(each.enablement_status)) return each.token;
  }
  return null;
}

const canBeNotified: ReadonlySet<string> = new Set(["AUTHORIZED", "PROVISIONAL"]);

export function whyNot(account: Account, profile: Profile, wanted: Wanted, now: number) {
  const { channel, ignoresConsent = false, consents, smartSending, group } = wanted;
  if (addressOf(account, profile, channel) === null) return "no-address";
  const { consent } = profile;
  // A message may ignore what the person wished, but no address that bounces.
  if (channel === "email" && consent.suppression.some(({ reason }) => reason !== "UNSUBSCRIBE")) {
    return "suppressed";
  }
  // @guess send_campaign, *ate_flow: A device that may be notified counts as push consent, unless the profile unsubscribed.
  const agrees =
    channel === "push"
      ? consent.push?.state !== "UNSUBSCRIBED"
      : (consents ?? [channels[channel].consent]).some((each) => canReceive(consent, each));
  if (!ignoresConsent) {
    if (!agrees) return "no-consent";
    if (group !== undefined && consent.listSuppressions.some(({ list }) => list === group)) {
      return "left-list";
    }
  }
  const isSoon = smartSending && wasSentLately(account, profile.id, channel, now);
  return isSoon ? "smart-sending" : undefined;
}

function wasSentLately(account: Account, profile: string, channel: MessageChannel, now: number) {
  const newest = { prefix: [profile, channel], descending: true };
  const [last] = account.table(messages).scan(["profile", "channel", "at"], newest);
  return last !== undefined && last.at > now - channels[channel].smartSendingMs;
}

/** @guess send_campaign, *ate_flow: `Skipped Send` is written for smart sending only. */
const words: Readonly<Partial<Record<string, string>>> = {
  "smart-sending": "Smart Sending",
} satisfies Partial<Record<SkipReason, string>>;

export type Skipped = { readonly profile: string; readonly reason: string };

/** Records that people were not sent a message, as far as the service tells. */
export function skip(
  account: Account,
  { message, flow, name }: { message: string; flow?: string; name: string },
  skipped: readonly Skipped[],
  now: number,
): void {
  const done = skipped.flatMap(({ profile, reason }): Done[] => {
    const why = words[reason];
    if (why === undefined) return [];
    const about = { $message: message, $flow: flow, "Campaign Name": name, "Skip Reason": why };
    return [{ act: "skip send", profile, about }];
  });
  if (done.length > 0) account.commit(recorded(account, [], done, now));
}

/** Whether mails may come from an address: those of the account's own domain may. */
export function isVerifiedSender(account: Account, from: string): boolean {
  const { verifiedSenders } = settingsOf(account);
  if (verifiedSenders === "any") return true;
  const [own] = account.table(accounts).all();
  const sender = String(own?.contact_information["default_sender_email"] ?? "");
  const verified = [...verifiedSenders, domainOf(sender)].map((each) => each.toLowerCase());
  const address = from.toLowerCase();
  return verified.includes(address) || verified.includes(domainOf(address));
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
