import type { Account } from "../../world/account.ts";
import { pushTokens } from "../resources/push-token.ts";
import { canReceive, type Channel } from "../consent/consent.ts";
import { mayText } from "../consent/may-text.ts";
import type { Profile } from "../resources/profile.ts";
import { type MessageChannel, messages } from "./records.ts";

const hourMs = 3_600_000;

/** Why somebody in an audience is not sent a message. */
const skipReasons = [
  "no-address",
  "no-consent",
  "suppressed",
  "left-list",
  "smart-sending",
  "no-coupon-code",
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** A message that is to be sent to somebody. */
export interface Wanted {
  readonly channel: MessageChannel;
  /** It goes to those, too, who unsubscribed. Default: it does not. */
  readonly ignoresConsent?: boolean;
  /** Any of these is enough. Default: consent to marketing by its channel. */
  readonly consents?: readonly Channel[];
  /** It does not go to those who were sent something by this channel a short time ago. */
  readonly smartSending: boolean;
  /** The list or segment that brings the person in. */
  readonly group?: string;
}

/** What a channel takes. */
const channels: Readonly<
  Record<MessageChannel, { readonly consent: Channel; readonly smartSendingMs: number }>
> = {
  // @guess send_campaign, *ate_flow: Smart sending waits 24 hours on channels other than email.
  email: { consent: "email", smartSendingMs: 16 * hourMs },
  sms: { consent: "sms", smartSendingMs: 24 * hourMs },
  push: { consent: "push", smartSendingMs: 24 * hourMs },
  whatsapp: { consent: "whatsapp.marketing", smartSendingMs: 24 * hourMs },
};

/** Where a message for somebody goes; null: nowhere. Of several devices, the one that was registered last. */
export function addressOf(
  account: Account,
  { id, email, phone_number }: Profile,
  channel: MessageChannel,
): string | null {
  if (channel === "email") return email;
  if (channel === "whatsapp") return phone_number;
  if (channel === "sms") return mayText(account) ? phone_number : null;
  const newest = { prefix: [id], descending: true };
  for (const each of account.table(pushTokens).scan(["profile.id", "created"], newest)) {
    if (canBeNotified.has(each.enablement_status)) return each.token;
  }
  return null;
}

const canBeNotified: ReadonlySet<string> = new Set(["AUTHORIZED", "PROVISIONAL"]);

/** Why somebody is not sent a message now; undefined: they are. */
export function whyNot(
  account: Account,
  profile: Profile,
  { channel, ignoresConsent = false, consents, smartSending, group }: Wanted,
  now: number,
): SkipReason | undefined {
  if (addressOf(account, profile, channel) === null) return "no-address";
  const { consent } = profile;
  if (channel === "email" && consent.suppression.some(({ reason }) => !isWish(reason))) {
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
  return smartSending && wasSentLately(account, profile.id, channel, now)
    ? "smart-sending"
    : undefined;
}

/** Whether a suppression is what the person wished, which a message may ignore; an address that bounces never is. */
const isWish = (reason: string): boolean => reason === "UNSUBSCRIBE";

function wasSentLately(
  account: Account,
  profile: string,
  channel: MessageChannel,
  now: number,
): boolean {
  const newest = { prefix: [profile, channel], descending: true };
  const [last] = account.table(messages).scan(["profile", "channel", "at"], newest);
  return last !== undefined && last.at > now - channels[channel].smartSendingMs;
}
