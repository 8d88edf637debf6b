import { lookup, pages, range, type RowOptions } from "../../contract/row-options.ts";
import { action, get, list, relations, remove, update } from "../../contract/rows.ts";
import type { Operator } from "../../contract/operation.ts";
import { campaign, assignedMessage, campaignMessage } from "../../domain/resources/campaign.ts";
import { assignment, clone, job, newCampaign, otherImage, stopping } from "./bodies.ts";
import { estimation, estimationJob, sendJob } from "./resources.ts";

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
    paging: [
      pages({ default: 100, max: 100, since: "2026-04-15" }),
      { default: 100, max: 100, sized: false, until: "2026-04-15" },
    ],
  }),
  action(campaign, "create_campaign", { body: newCampaign }),
  get(campaign, "get_campaign"),
  update(campaign, "update_campaign"),
  remove(campaign, "delete_campaign"),
  action(campaign, "create_campaign_clone", { body: clone }),
  get(campaignMessage, "get_campaign_message", ofMessage),
  update(campaignMessage, "update_campaign_message"),
  action(assignedMessage, "assign_template_to_campaign_message", {
    body: assignment,
    including: ["template"],
  }),
  action(sendJob, "send_campaign", { body: job(sendJob.type) }),
  action(sendJob, "get_campaign_send_job"),
  action(sendJob, "cancel_campaign_send", { body: stopping }),
  action(estimationJob, "refresh_campaign_recipient_estimation", { body: job(estimationJob.type) }),
  action(estimationJob, "get_campaign_recipient_estimation_job"),
  action(estimation, "get_campaign_recipient_estimation"),
  ...relations(campaignMessage, ["campaign", "template", "image"]),
  action(campaignMessage, "update_image_for_campaign_message", { body: otherImage }),
  ...relations(campaign, ["tags"]),
  ...relations(campaign, ["campaign-messages"], ofMessage),
] as const;
