import type { Revision } from "../../contract/revisions.ts";
import { linkParamsFor } from "../../domain/campaigns/link-params.ts";
import { htmlOf } from "../../domain/design/design.ts";
import { brokenPart, type Content, smsText } from "../../domain/messages/content.ts";
import { campaignMessages, type CampaignMessage } from "../../domain/resources/campaign.ts";
import type { Campaign } from "../../domain/resources/campaign.ts";
import { lists, segments } from "../../domain/resources/groups.ts";
import { templates } from "../../domain/resources/template.ts";
import { invalid, invalidEnd, noSuchRecord, refused, type Refusal } from "../../jsonapi/refusal.ts";
import type { Asking, Invocation, AreaBehavior } from "../../verbs/invocation.ts";
import { answeredBy, recordOf } from "../../verbs/invocation.ts";
import { empty, type Outcome, theOne } from "../../verbs/outcome.ts";
import { linkage, related } from "../../verbs/related.ts";
import type { Account } from "../../world/account.ts";
import { put } from "../../world/store/store.ts";
import { copied } from "./create.ts";
import { copyOf, fixedBy, noImage } from "./keeping.ts";
import type { operations } from "./operations.ts";
import { channelOf } from "./reach.ts";
import { shownDefinition } from "./said.ts";

/** The read of a message's image, which an email has not. */
const ofImage =
  (read: (call: Invocation) => Outcome) =>
  (call: Asking): Outcome => {
    const message = recordOf(call) as CampaignMessage | Refusal;
    if (refused(message)) return message;
    return message.says.channel === "email" ? noImage() : read(call);
  };

export const messageBehavior = {
  assign_template_to_campaign_message({ account, now, body }) {
    const { id, relationships } = body.data;
    const message = account.table(campaignMessages).get(id);
    if (message === undefined) return noSuchRecord("campaign-message", id);
    const { id: named } = relationships.template.data;
    const from = account.table(templates).get(named);
    if (from === undefined) return noSuchRecord("template", named);
    const refusal = fixedBy(account, message);
    if (refusal !== undefined) return refusal;
    if (message.says.channel !== "email") {
      // @guess assign_template_to_campaign_message: Only an email takes a template.
      return invalid("/data/id", `Only an email has a template: this is ${message.says.channel}.`);
    }
    const copy = copied(account, from, id, now);
    const changed = { ...message, template: copy.id, updated: now };
    account.commit([...copyOf(message), put(templates, copy), put(campaignMessages, changed)]);
    return theOne(changed);
  },

  update_image_for_campaign_message(call) {
    const { account, api, now } = call;
    const message = recordOf(call) as CampaignMessage | Refusal;
    if (refused(message)) return message;
    const { id: image } = call.body.data;
    const refusal = fixedBy(account, message);
    if (refusal !== undefined) return refusal;
    if (message.says.channel === "email") return noImage();
    if (account.table(answeredBy(api, "image").collection).get(image) === undefined) {
      return invalidEnd("/data/id", "image", image);
    }
    account.commit([put(campaignMessages, { ...message, image, updated: now })]);
    return empty(204);
  },
} satisfies Partial<AreaBehavior<typeof operations>>;

export const imageReads = {
  get_image_for_campaign_message: ofImage(related),
  get_image_id_for_campaign_message: ofImage(linkage),
};

/** What a message is told of by before there are definitions, and where a template was assigned. */
export const flatMessage = {
  label: ({ says }: CampaignMessage) => says.label ?? "",
  channel: ({ says }: CampaignMessage) => says.channel,
  content: ({ says }: CampaignMessage) => flatContent(says.content),
  render_options: ({ says }: CampaignMessage) => says.render_options ?? null,
};

/** @guess assign_template_to_campaign_message, get_campaign_message: In the older form, a push notification has the members of a text message. */
function flatContent(content: CampaignMessage["says"]["content"]): unknown {
  if (content == null) return { body: null, media_url: null };
  return "title" in content ? { body: content["body"], media_url: null } : content;
}

export const definition = ({ says }: CampaignMessage, _: Account, revision: Revision) =>
  shownDefinition(says, revision);

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
  const [group = ""] = campaign.audiences.included;
  const { name: groupName = group } =
    account.table(lists).get(group) ?? account.table(segments).get(group) ?? {};
  const { add_tracking_params: adds = false, custom_tracking_params: own = [] } = tracking ?? {};
  const asked = { adds, own };
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
    linkParams: linkParamsFor(account, "campaign", asked, {
      campaign_id: campaign.id,
      campaign_name: name,
      campaign_name_id: `${name} (${campaign.id})`,
      campaign_name_send_day: `${name} (${new Date(now).toISOString().slice(0, 10)})`,
      group_id: group,
      group_name: groupName,
      group_name_id: `${groupName} (${group})`,
      message_type: says.channel,
    }),
  };
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
