import { loadRendering } from "../../domain/rendering/load.ts";
import { type Campaign, campaign } from "../../domain/resources/campaign.ts";
import { assignedMessage, campaignMessage } from "../../domain/resources/campaign-message.ts";
import { tagsOf } from "../../domain/tags.ts";
import type { ApiArea, AreaBehavior } from "../../verbs/call.ts";
import { campaignSends, estimations } from "./collections.ts";
import { cloneCampaign, createCampaign } from "./create.ts";
import { estimate, estimateWork, estimationBehavior } from "./estimation.ts";
import { jobBehavior } from "./jobs.ts";
import { keepingCampaigns, keepingMessages } from "./keeping.ts";
import { definition, flatMessage, imageReads, messageBehavior } from "./messages.ts";
import { operations } from "./operations.ts";
import { estimation, estimationJob, sendJob } from "./resources.ts";
import { shownStatus, shownStrategy, shownTracking } from "./said.ts";
import { begin, beginWork, count, countWork, start, startWork } from "./counting.ts";
import { sendSome, sendWork } from "./sending.ts";

const behavior: AreaBehavior<typeof operations> = {
  create_campaign: createCampaign,
  create_campaign_clone: cloneCampaign,
  ...estimationBehavior,
  ...jobBehavior,
  ...messageBehavior,
};

const sending = {
  [beginWork]: begin,
  [startWork]: start,
  [countWork]: count,
  [sendWork]: sendSome,
} as const;

export const campaignsArea: ApiArea = {
  name: "campaigns",
  resources: [campaign, campaignMessage, assignedMessage, sendJob, estimationJob, estimation],
  operations,
  behavior: { ...behavior, ...imageReads },
  collections: [campaignSends as never, estimations as never],
  bindings: {
    campaign: {
      computed: {
        status: (record: Campaign, _, revision) => shownStatus(record, revision),
        tracking_options: (record: Campaign, _, revision) => shownTracking(record, revision),
        send_strategy: (record: Campaign, _, revision) => shownStrategy(record, revision),
      },
      related: { tags: ({ id }: Campaign, account) => tagsOf(account, id) },
      keeping: keepingCampaigns,
    },
    "campaign-message": { computed: { ...flatMessage, definition }, keeping: keepingMessages },
    [assignedMessage.type]: { computed: flatMessage },
  },
  work: { ...sending, [estimateWork]: estimate },
  steps: [countWork, sendWork, estimateWork],
  // A message is rendered when it goes out.
  loads: Object.fromEntries(
    ["send_campaign", ...Object.keys(sending)].map((what) => [what, loadRendering]),
  ),
};
