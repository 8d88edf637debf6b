import { type Campaign, campaign, campaigns } from "../../domain/resources/campaign.ts";
import { assignedMessage, campaignMessage } from "../../domain/resources/campaign.ts";
import { tagsOf } from "../../domain/tags.ts";
import type { ApiArea, AreaBehavior } from "../../verbs/invocation.ts";
import { campaignSends, estimations, ended, isFinal, jobStatusOf, unreached } from "./run.ts";
import { cloneCampaign, createCampaign } from "./create.ts";
import { campaignWork, estimationBehavior, beginWork } from "./counting.ts";
import { keepingCampaigns, keepingMessages } from "./keeping.ts";
import { definition, flatMessage, imageReads, messageBehavior } from "./messages.ts";
import { operations, estimation, estimationJob, sendJob } from "./operations.ts";
import { shownStatus, shownStrategy, shownTracking } from "./said.ts";
import { invalid, noSuchRecord } from "../../jsonapi/refusal.ts";
import { empty, theOne } from "../../verbs/outcome.ts";
import type { Stored } from "../../world/store/record.ts";
import { put } from "../../world/store/store.ts";
import { startOf } from "./reach.ts";

const jobOf = ({ id, seq }: Campaign, status: string) => ({ id, seq, status }) as Stored;

/** Jobs are the sends of campaigns, under the campaigns' ids. */
export const behavior: AreaBehavior<typeof operations> = {
  create_campaign: createCampaign,
  create_campaign_clone: cloneCampaign,
  ...estimationBehavior,
  ...messageBehavior,

  send_campaign({ account, now, body }) {
    const { id } = body.data;
    const campaign = account.table(campaigns).get(id);
    if (campaign === undefined) return noSuchRecord("campaign", id);
    if (campaign.state !== "Draft") {
      return invalid("/data/id", `Only a draft can be sent: the campaign is ${campaign.state}.`);
    }
    const at = startOf(account, campaign, now);
    const run = campaign.run + 1;
    const asked = unreached(account, { campaign: id, run, asked: now, ended: null });
    const state = at > now ? "Preparing to schedule" : "Preparing to send";
    const scheduled_at = scheduledAt(campaign, at, now);
    const sent = { ...campaign, state, run, scheduled_at, updated: now } as const;
    account.commit([put(campaigns, sent), asked]);
    account.process([beginWork], { campaign: id, run }, now);
    return { ...theOne(jobOf(sent, "queued")), status: 202 };
  },

  get_campaign_send_job({ account, params: [id = ""] }) {
    const campaign = account.table(campaigns).get(id);
    if (campaign === undefined) return noSuchRecord("campaign", id);
    const status = jobStatusOf(campaign.state, campaign.run);
    return status === undefined
      ? noSuchRecord("campaign-send-job", id)
      : theOne(jobOf(campaign, status));
  },

  cancel_campaign_send({ account, now, body, params: [id = ""] }) {
    const campaign = account.table(campaigns).get(id);
    if (campaign === undefined) return noSuchRecord("campaign", id);
    if (body.data.id !== id) return invalid("/data/id", `The id must be the path's: ${id}.`);
    const { action } = body.data.attributes;
    if (isFinal(campaign.state)) {
      const detail = `There is nothing to ${action}: the campaign is ${campaign.state}.`;
      return invalid("/data/attributes/action", detail);
    }
    const given =
      action === "cancel" ? campaign : { ...campaign, scheduled_at: null, send_time: null };
    account.commit(ended(account, given, action === "cancel" ? "Cancelled" : "Draft", now));
    return empty(204);
  },
};

/** What a campaign shows, which of a local one is the time on everybody's clock. */
function scheduledAt({ strategy }: Campaign, at: number, now: number): number {
  const { is_local, datetime } = strategy;
  return is_local && datetime !== undefined ? Date.parse(datetime) : Math.max(at, now);
}

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
  ...campaignWork,
};
