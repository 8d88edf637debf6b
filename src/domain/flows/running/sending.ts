import { htmlOf } from "../../design/design.ts";
import type { Account } from "../../../world/account.ts";
import { templates } from "../../resources/template.ts";
import { linkParamsFor } from "../../campaigns/link-params.ts";
import { type Content, brokenPart, keptContent, smsText } from "../../messages/content.ts";
import type { MessageChannel } from "../../messages/records.ts";
import { type Flow, flowMessages, type Says, type SendingKind } from "../../resources/flow.ts";
import type { Sending } from "../actions.ts";
import { whyNot, skip } from "../../messages/audience.ts";
import { type Recipient, send, sendTo, type Sent } from "../../messages/send.ts";
import { fits, causeContext, type Send, type Walker } from "./step.ts";
import { quietUntil, zoneFor } from "./wait.ts";

const channelOf = (type: SendingKind): MessageChannel => {
  if (type === "send-sms") return "sms";
  if (type === "send-mobile-push") return "push";
  return type === "send-whatsapp" ? "whatsapp" : "email";
};

type Said = Partial<
  Says<"send-email"> & Says<"send-sms"> & Says<"send-mobile-push"> & Says<"send-whatsapp">
>;

/** What a message of a flow says when it goes out. @guess *ate_flow*: Opens and clicks of a flow's messages are tracked. */
function contentOf(
  account: Account,
  flow: Flow,
  sending: Sending,
  { id, name }: { readonly id: string; readonly name: string },
): Content {
  const says = (sending.data?.message ?? {}) as Said;
  const template = account.table(templates).get(says.template_id ?? "");
  const channel = channelOf(sending.type);
  const isEmail = channel === "email";
  const own = (says.custom_tracking_params ?? []).map(({ param, value }) => {
    return { name: param, type: "static", value } as const;
  });
  const asked = { adds: says.add_tracking_params ?? false, own };
  return {
    channel,
    name,
    subject: (isEmail ? says.subject_line : says.title) ?? null,
    preview: says.preview_text ?? null,
    from: says.from_email ?? null,
    fromLabel: says.from_label ?? null,
    replyTo: says.reply_to_email ?? null,
    cc: says.cc_email ?? null,
    bcc: says.bcc_email ?? null,
    html: isEmail ? (template === undefined ? null : htmlOf(account, template)) : null,
    text: isEmail
      ? (template?.text ?? null)
      : channel === "sms"
        ? smsText(says.body, says)
        : (says.body ?? null),
    tracksOpens: true,
    tracksClicks: true,
    linkParams: linkParamsFor(account, "flow", asked, {
      flow_id: flow.id,
      flow_name: flow.name ?? "",
      message_name: name,
      message_name_id: `${name} (${id})`,
      message_type: channel,
    }),
  };
}

/** What became of a message to somebody: it went, it did not (why), or it goes later. */
export type Sendoff = { readonly note?: string } | { readonly again: number; readonly why: string };

export function sendAll(account: Account, wanted: Send, walkers: readonly Walker[], now: number) {
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

function heldBack(account: Account, sending: Sending, { profile }: Walker, now: number) {
  if (sending.type !== "send-sms") return undefined;
  if (sending.data?.message?.sms_quiet_hours_enabled === false) return undefined;
  const again = quietUntil(zoneFor(account, profile, "profile"), now);
  return again === undefined ? undefined : { again, why: "quiet hours" };
}

/** Why somebody is not sent a message. Alerts go to others than the person. */
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
