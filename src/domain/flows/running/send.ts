import type { Account } from "../../../world/account.ts";
import { flowMessages } from "../../resources/flow-message.ts";
import { brokenPart, keptContent } from "../../messages/content.ts";
import { whyNot } from "../../messages/eligible.ts";
import { type Recipient, send, sendTo, type Sent } from "../../messages/send.ts";
import { skip } from "../../messages/skip.ts";
import type { FlowFilter } from "../filters.ts";
import type { Sending } from "../read.ts";
import { fits } from "./condition.ts";
import { channelOf, contentOf } from "./content.ts";
import { causeContext, type Send, type Walker } from "./step.ts";
import { quietUntil, zoneFor } from "./wait.ts";

/** What became of a message to somebody: it went, it did not (why), or it goes later. */
export type Sendoff = { readonly note?: string } | { readonly again: number; readonly why: string };

/** Sends one message to several people, in one go; of each, what became of it. */
export function sendAll(
  account: Account,
  wanted: Send,
  walkers: readonly Walker[],
  now: number,
): Sendoff[] {
  const { send: sending, message, variation } = wanted;
  const [first] = walkers;
  if (first === undefined) return [];
  const { flow } = first;
  const name = account.table(flowMessages).get(message)?.name ?? flow.name ?? "";
  const content = contentOf(account, flow, sending, { id: message, name });
  const broken =
    missing(sending, content.text ?? content.html, content.subject) ?? brokenPart(account, content);
  if (broken !== undefined) return walkers.map(() => ({ note: `it cannot be sent: ${broken}` }));
  const recipients: Recipient[] = [];
  const skipped: { readonly profile: string; readonly reason: string }[] = [];
  const sendoffs = walkers.map((walker): Sendoff => {
    const held = heldBack(account, sending, walker, now);
    if (held !== undefined) return held;
    const reason = reasonOf(account, sending, walker, now);
    const { profile, run } = walker;
    if (reason === undefined) {
      recipients.push({ profile, context: causeContext(account, run) });
      return {};
    }
    skipped.push({ profile: profile.id, reason });
    return { note: `it was not sent: ${reason}` };
  });
  const short = new Set<string>();
  if (recipients.length > 0) {
    const { record, changes } = keptContent(account, content);
    account.commit(changes);
    const sent: Sent = {
      flow: flow.id,
      message,
      content: record,
      skipped: (profile) => short.add(profile),
      ...(variation !== undefined && { variation }),
    };
    if (sending.type === "send-internal-alert") {
      const addresses = sending.data?.message?.to_emails ?? [];
      for (const recipient of recipients) sendTo(account, sent, addresses, recipient, now);
    } else send(account, sent, recipients, now);
  }
  skip(account, { message, flow: flow.id, name }, skipped, now);
  return sendoffs.map((each, place) =>
    short.has(walkers[place]?.profile.id ?? "")
      ? { note: "it was not sent: no-coupon-code" }
      : each,
  );
}

/** @guess *ate_flow*: A message without a subject or a text is not sent. */
function missing(sending: Sending, body: string | null, subject: string | null) {
  const { type } = sending;
  const isMail = type === "send-email" || type === "send-internal-alert";
  if (isMail && !subject) return "it has no subject";
  if (type === "send-email" && body === null) return "it has no template";
  const isText = type === "send-sms" || type === "send-mobile-push";
  return isText && !body ? "it has no body" : undefined;
}

/** Text messages wait until it is day. */
function heldBack(account: Account, sending: Sending, { profile }: Walker, now: number) {
  if (sending.type !== "send-sms") return undefined;
  if (sending.data?.message?.sms_quiet_hours_enabled === false) return undefined;
  const again = quietUntil(zoneFor(account, profile, "profile"), now);
  return again === undefined ? undefined : { again, why: "quiet hours" };
}

/** Why somebody is not sent a message; undefined: they are. Alerts go to others than the person. */
function reasonOf(account: Account, sending: Sending, walker: Walker, now: number) {
  const { type } = sending;
  if (type === "send-internal-alert") return undefined;
  const says = sending.data?.message as Said | undefined;
  if (!fits(account, says?.additional_filters, walker, now)) return "its filters do not hold";
  const { group } = walker.run.cause;
  const wanted = {
    channel: channelOf(type),
    ignoresConsent: says?.transactional ?? false,
    smartSending: says?.smart_sending_enabled ?? true,
    ...(group !== undefined && { group }),
  };
  return whyNot(account, walker.profile, wanted, now);
}

/** What several kinds of message say alike. */
interface Said {
  readonly additional_filters?: FlowFilter;
  readonly transactional?: boolean | null;
  readonly smart_sending_enabled?: boolean | null;
}
