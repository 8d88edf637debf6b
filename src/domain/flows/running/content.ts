import { htmlOf } from "../../design/design.ts";
import type { Account } from "../../../world/account.ts";
import { templates } from "../../resources/template.ts";
import { paramsFor, type TrackingParam } from "../../campaigns/link-params.ts";
import type { Content } from "../../messages/content.ts";
import { type LinkParam, isLinkSource, type MessageChannel } from "../../messages/records.ts";
import { smsText, type SmsOptions } from "../../messages/sms-text.ts";
import type { Flow } from "../../resources/flow.ts";
import type { SendingKind } from "../message-kinds.ts";
import type { Sending } from "../read.ts";

/** By what a message of a kind goes out. */
export const channelOf = (type: SendingKind): MessageChannel => {
  if (type === "send-sms") return "sms";
  if (type === "send-mobile-push") return "push";
  return type === "send-whatsapp" ? "whatsapp" : "email";
};

/** What members the kinds of message say; which of them a kind has, its shape says. */
interface Said extends SmsOptions {
  readonly cc_email?: string | null;
  readonly bcc_email?: string | null;
  readonly from_email?: string | null;
  readonly from_label?: string | null;
  readonly reply_to_email?: string | null;
  readonly subject_line?: string | null;
  readonly preview_text?: string | null;
  readonly template_id?: string | null;
  readonly title?: string | null;
  readonly body?: string | null;
  readonly add_tracking_params?: boolean | null;
  readonly custom_tracking_params?:
    | readonly { readonly param: string; readonly value: string }[]
    | null;
}

/** Which message of a flow it is. */
interface FlowMessageName {
  readonly id: string;
  readonly name: string;
}

/** What a message of a flow says when it goes out. @guess *ate_flow*: Opens and clicks of a flow's messages are tracked. */
export function contentOf(
  account: Account,
  flow: Flow,
  sending: Sending,
  named: FlowMessageName,
): Content {
  const says = (sending.data?.message ?? {}) as Said;
  const template = account.table(templates).get(says.template_id ?? "");
  const channel = channelOf(sending.type);
  const isEmail = channel === "email";
  return {
    channel,
    name: named.name,
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
    linkParams: paramsFor(account, "flow", {
      adds: says.add_tracking_params ?? false,
      own: (says.custom_tracking_params ?? []).map(({ param, value }) => ({
        name: param,
        type: "static",
        value,
      })),
    }).map((param) => linkParam(flow, channel, named, param)),
  };
}

/** What is added to links by a name: what is the same for everybody is known now. */
function linkParam(
  { id, name }: Flow,
  channel: MessageChannel,
  message: FlowMessageName,
  param: TrackingParam,
): LinkParam {
  const { value } = param;
  if (param.type === "static") return { name: param.name, value };
  if (isLinkSource(value)) return { name: param.name, of: value };
  const known: Readonly<Record<string, string>> = {
    flow_id: id,
    flow_name: name ?? "",
    message_name: message.name,
    message_name_id: `${message.name} (${message.id})`,
    message_type: channel,
  };
  return { name: param.name, value: known[value] ?? "" };
}
