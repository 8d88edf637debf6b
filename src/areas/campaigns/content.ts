import { htmlOf } from "../../domain/design/design.ts";
import { lists, segments } from "../../domain/resources/groups.ts";
import { templates } from "../../domain/resources/template.ts";
import { paramsFor, type TrackingParam } from "../../domain/campaigns/link-params.ts";
import { brokenPart, type Content, smsText } from "../../domain/messages/content.ts";
import { isLinkSource, type LinkParam } from "../../domain/messages/records.ts";
import type { Campaign, CampaignMessage } from "../../domain/resources/campaign.ts";
import type { Account } from "../../world/account.ts";
import { channelOf } from "./reach.ts";

export function contentOf(
  account: Account,
  campaign: Campaign,
  message: CampaignMessage,
  now: number,
): Content {
  const { tracking, name } = campaign;
  const { says, template } = message;
  const body = account.table(templates).get(template ?? "");
  const said = (member: string) => (says.content?.[member] ?? null) as string | null;
  const isEmail = says.channel === "email";
  const text =
    says.channel === "sms" ? smsText(said("body"), says.render_options ?? {}) : said("body");
  return {
    channel: channelOf(message),
    name,
    subject: isEmail ? said("subject") : said("title"),
    preview: said("preview_text"),
    from: said("from_email"),
    fromLabel: said("from_label"),
    replyTo: said("reply_to_email"),
    cc: said("cc_email"),
    bcc: said("bcc_email"),
    html: isEmail && body !== undefined ? htmlOf(account, body) : null,
    text: isEmail ? (body?.text ?? null) : text,
    tracksOpens: tracking?.is_tracking_opens ?? !isEmail,
    tracksClicks: tracking?.is_tracking_clicks ?? true,
    linkParams: paramsFor(account, "campaign", {
      adds: tracking?.add_tracking_params ?? false,
      own: tracking?.custom_tracking_params ?? [],
    }).map((param) => linkParam(account, campaign, message, param, now)),
  };
}

/** What is added to links by a name: what is the same for all recipients is known now. */
function linkParam(
  account: Account,
  { id, name, audiences }: Campaign,
  { says }: CampaignMessage,
  param: TrackingParam,
  now: number,
): LinkParam {
  const { value } = param;
  if (param.type === "static") return { name: param.name, value };
  if (isLinkSource(value)) return { name: param.name, of: value };
  const [group = ""] = audiences.included;
  const groupName = (account.table(lists).get(group) ?? account.table(segments).get(group))?.name;
  const known: Readonly<Record<string, string>> = {
    campaign_id: id,
    campaign_name: name,
    campaign_name_id: `${name} (${id})`,
    campaign_name_send_day: `${name} (${new Date(now).toISOString().slice(0, 10)})`,
    group_id: group,
    group_name: groupName ?? group,
    group_name_id: `${groupName ?? group} (${group})`,
    message_type: says.channel,
  };
  return { name: param.name, value: known[value] ?? "" };
}

/** @guess send_campaign: A message without a subject, a template or a text makes its campaign `Cancelled: Misconfigured`. */
export function isMisconfigured(
  account: Account,
  content: Content,
  { says, template }: CampaignMessage,
): boolean {
  if (says.channel === "email" && (template === null || !content.subject)) return true;
  if (says.notification_type !== "silent" && says.channel !== "email" && !content.text) return true;
  return brokenPart(account, content) !== undefined;
}
