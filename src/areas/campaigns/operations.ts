import { creation } from "../../contract/bodies.ts";
import type { Operator } from "../../contract/operation.ts";
import { unstored } from "../../contract/resource.ts";
import { lookup, pagesSince, range, type RowOptions } from "../../contract/row-options.ts";
import { action, get, list, relations, update, rows } from "../../contract/rows.ts";
import { campaign, assignedMessage, campaignMessage } from "../../domain/resources/campaign.ts";
import { plainShapes } from "../../domain/resources/campaign.ts";
import { during, integer, list as listOf, literal, nullable } from "../../contract/shape.ts";
import { object, required, string } from "../../contract/shape.ts";
import { channels, newDefinition } from "../../domain/campaigns/message-definition.ts";
import { defined, flat } from "../../domain/campaigns/shape.ts";
import { jobStatus } from "../../domain/jobs.ts";
import { bodyOf, named } from "../bodies.ts";

/** What campaigns are asked for beside themselves: each under the campaign's id, and worked out of it. */
export const sendJob = unstored("campaign-send-job", {
  path: "/api/campaign-send-jobs",
  attributes: { status: { shape: jobStatus } },
});
export const estimationJob = unstored("campaign-recipient-estimation-job", {
  path: "/api/campaign-recipient-estimation-jobs",
  attributes: { status: { shape: jobStatus } },
});
export const estimation = unstored("campaign-recipient-estimation", {
  path: "/api/campaign-recipient-estimations",
  attributes: { estimated_recipient_count: { shape: integer() } },
});

const image = object({ "data?": named("image") });

const newMessage = object({
  type: literal("campaign-message"),
  attributes: object({
    "definition?": required(during(newDefinition, defined), defined),
    "channel?": required(during(literal(...channels), flat), flat),
    "label?": during(nullable(string()), flat),
    "content?": during(nullable(plainShapes.content), flat),
    "render_options?": during(plainShapes.render_options, flat),
  }),
  "relationships?": during(object({ "image?": image }), defined),
});

export const newCampaign = object({
  data: creation(campaign, {
    "campaign-messages": object({ data: listOf(newMessage, { min: 1 }) }),
  }),
});

export const clone = bodyOf("campaign", {
  id: string(),
  attributes: object({ "new_name?": nullable(string({ minLength: 1, maxLength: 1000 })) }),
});

const assignment = bodyOf("campaign-message", {
  id: string(),
  relationships: object({ template: object({ data: named("template") }) }),
});

const stopping = bodyOf("campaign-send-job", {
  id: string(),
  attributes: object({ action: literal("cancel", "revert") }),
});

const channel = "messages.channel";
/** Whatever else is asked for, it is of one channel. */
const beside = (operators: readonly Operator[]) => ({ operators, needs: channel });
const ofMessage = {
  include: ["campaign", "template", { name: "image", since: "2025-01-15" }],
} as const satisfies RowOptions;

export const operations = [
  list(campaign, "get_campaigns", {
    required: ["filter"],
    filter: {
      [channel]: ["equals"],
      id: beside(["any"]),
      name: beside(["contains"]),
      status: { ...lookup, needs: channel },
      archived: beside(["equals"]),
      created_at: beside(range),
      scheduled_at: beside(range),
      updated_at: beside(range),
    },
    paging: pagesSince("2026-04-15", 100),
  }),
  action(campaign, "create_campaign", { body: newCampaign }),
  ...rows(campaign, ["get", "update", "remove"]),
  action(campaign, "create_campaign_clone", { body: clone }),
  get(campaignMessage, "get_campaign_message", ofMessage),
  update(campaignMessage, "update_campaign_message"),
  action(assignedMessage, "assign_template_to_campaign_message", {
    body: assignment,
    including: ["template"],
  }),
  action(sendJob, "send_campaign", { body: object({ data: named("campaign-send-job") }) }),
  action(sendJob, "get_campaign_send_job"),
  action(sendJob, "cancel_campaign_send", { body: stopping }),
  action(estimationJob, "refresh_campaign_recipient_estimation", {
    body: object({ data: named("campaign-recipient-estimation-job") }),
  }),
  action(estimationJob, "get_campaign_recipient_estimation_job"),
  action(estimation, "get_campaign_recipient_estimation"),
  ...relations(campaignMessage, ["campaign", "template", "image"]),
  action(campaignMessage, "update_image_for_campaign_message", {
    body: object({ data: named("image") }),
  }),
  ...relations(campaign, ["tags"]),
  ...relations(campaign, ["campaign-messages"], ofMessage),
] as const;
