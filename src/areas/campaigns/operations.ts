import {
  action,
  get,
  list,
  lookup,
  pages,
  range,
  relation,
  remove,
  update,
} from "../../contract/rows.ts";
import type { Operator } from "../../contract/operation.ts";
import type { RowOptions } from "../../contract/rows.ts";
import { campaign } from "../../domain/resources/campaign.ts";
import { assignedMessage, campaignMessage } from "../../domain/resources/campaign-message.ts";
import { assignment, clone, job, newCampaign, otherImage, stopping } from "./bodies.ts";
import { estimation, estimationJob, sendJob } from "./resources.ts";

const channel = "messages.channel";
/** Whatever else is asked for, it is of one channel. */
const beside = (operators: readonly Operator[]) => ({ operators, needs: channel });

const reading: RowOptions = { scopes: ["campaigns:read"], tier: "M" };
const writing: RowOptions = { scopes: ["campaigns:write"], tier: "M" };
const ofCampaign = {
  include: ["campaign-messages", "tags"],
  fields: ["campaign", "campaign-message", "tag"],
} as const;
const ofMessage = {
  include: ["campaign", "template", { name: "image", since: "2025-01-15" }],
  fields: ["campaign", "campaign-message", "image", "template"],
} as const satisfies RowOptions;
const ofImage = {
  scopes: ["campaigns:read", "images:read"],
  tier: "M",
  since: "2025-01-15",
} as const;

export const operations = [
  list(campaign, "get_campaigns", {
    ...reading,
    ...ofCampaign,
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
    sort: ["created_at", "id", "name", "scheduled_at", "updated_at"],
    paging: [
      pages({ default: 100, max: 100, since: "2026-04-15" }),
      { default: 100, max: 100, sized: false, until: "2026-04-15" },
    ],
  }),
  action(campaign, "create_campaign", {
    ...writing,
    post: campaign.path,
    fields: ["campaign"],
    body: newCampaign,
    success: 201,
  }),
  get(campaign, "get_campaign", { ...reading, ...ofCampaign }),
  update(campaign, "update_campaign", { ...writing, fields: ["campaign"] }),
  remove(campaign, "delete_campaign", writing),
  action(campaign, "create_campaign_clone", {
    ...writing,
    post: "/api/campaign-clone",
    fields: ["campaign"],
    body: clone,
    success: 201,
  }),
  get(campaignMessage, "get_campaign_message", { ...reading, ...ofMessage }),
  update(campaignMessage, "update_campaign_message", { ...writing, fields: ["campaign-message"] }),
  action(assignedMessage, "assign_template_to_campaign_message", {
    ...writing,
    post: "/api/campaign-message-assign-template",
    fields: ["campaign-message"],
    body: assignment,
    success: 200,
    including: ["template"],
  }),
  action(sendJob, "send_campaign", {
    ...writing,
    post: sendJob.path,
    fields: [sendJob.type],
    body: job(sendJob.type),
    success: 202,
  }),
  action(sendJob, "get_campaign_send_job", {
    ...reading,
    get: `${sendJob.path}/{id}`,
    fields: [sendJob.type],
    success: 200,
  }),
  action(sendJob, "cancel_campaign_send", {
    ...writing,
    patch: `${sendJob.path}/{id}`,
    body: stopping,
    success: 204,
    empty: true,
  }),
  action(estimationJob, "refresh_campaign_recipient_estimation", {
    ...writing,
    post: estimationJob.path,
    fields: [estimationJob.type],
    body: job(estimationJob.type),
    success: 202,
  }),
  action(estimationJob, "get_campaign_recipient_estimation_job", {
    ...reading,
    get: `${estimationJob.path}/{id}`,
    fields: [estimationJob.type],
    success: 200,
  }),
  action(estimation, "get_campaign_recipient_estimation", {
    ...reading,
    get: `${estimation.path}/{id}`,
    fields: [estimation.type],
    success: 200,
  }),
  ...relation(
    campaignMessage,
    "campaign",
    ["get_campaign_for_campaign_message", "get_campaign_id_for_campaign_message"],
    { ...reading, fields: ["campaign"] },
  ),
  ...relation(
    campaignMessage,
    "template",
    ["get_template_for_campaign_message", "get_template_id_for_campaign_message"],
    { scopes: ["campaigns:read", "templates:read"], tier: "M", fields: ["template"] },
  ),
  ...relation(
    campaignMessage,
    "image",
    ["get_image_for_campaign_message", "get_image_id_for_campaign_message"],
    { ...ofImage, fields: ["image"] },
  ),
  action(campaignMessage, "update_image_for_campaign_message", {
    ...ofImage,
    scopes: ["campaigns:write", "images:read"],
    patch: `${campaignMessage.path}/{id}/relationships/image`,
    body: otherImage,
    success: 204,
    empty: true,
  }),
  ...relation(campaign, "tags", ["get_tags_for_campaign", "get_tag_ids_for_campaign"], {
    scopes: ["campaigns:read", "tags:read"],
    tier: "S",
    fields: ["tag"],
  }),
  ...relation(
    campaign,
    "campaign-messages",
    ["get_messages_for_campaign", "get_message_ids_for_campaign"],
    { ...reading, ...ofMessage },
  ),
] as const;
