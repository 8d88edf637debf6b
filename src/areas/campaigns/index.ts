import { loadMessages } from "../../domain/messages/content.ts";
import {
  type Campaign,
  campaign,
  campaigns,
  assignedMessage,
  campaignMessage,
} from "../../domain/resources/campaign.ts";
import { tagsOf } from "../../domain/tags.ts";
import type { ApiArea, AreaBehavior, Invocation } from "../../verbs/invocation.ts";
import { campaignSends, estimations, type CampaignSend } from "./collections.ts";
import { cloneCampaign, createCampaign } from "./create.ts";
import { estimate, estimateWork, estimationBehavior } from "./estimation.ts";
import { keepingCampaigns, keepingMessages } from "./keeping.ts";
import { definition, flatMessage, imageReads, messageBehavior } from "./messages.ts";
import { operations } from "./operations.ts";
import { estimation, estimationJob, sendJob } from "./resources.ts";
import { shownStatus, shownStrategy, shownTracking } from "./said.ts";
import { begin, beginWork, count, countWork, start, startWork } from "./counting.ts";
import { sendSome, sendWork } from "./sending.ts";
import { invalid, noSuchRecord } from "../../jsonapi/refusal.ts";
import { empty, type Outcome, theOne } from "../../verbs/outcome.ts";
import type { Stored } from "../../world/store/record.ts";
import { put } from "../../world/store/store.ts";
import { ended, isFinal } from "./run.ts";
import { jobStatusOf, sendId } from "./sends.ts";
import { startOf } from "./when.ts";

interface SendJobBody {
  readonly data: { readonly id: string };
}
interface Stopping extends SendJobBody {
  readonly data: SendJobBody["data"] & {
    readonly attributes: { readonly action: "cancel" | "revert" };
  };
}

const jobOf = ({ id, seq }: Campaign, status: string) => ({ id, seq, status }) as Stored;

/** Jobs are the sends of campaigns, under the campaigns' ids. */
export const jobBehavior = {
  send_campaign({ account, now, body }: Invocation & { readonly body: SendJobBody }): Outcome {
    const { id } = body.data;
    const campaign = account.table(campaigns).get(id);
    if (campaign === undefined) return noSuchRecord("campaign", id);
    if (campaign.state !== "Draft") {
      return invalid("/data/id", `Only a draft can be sent: the campaign is ${campaign.state}.`);
    }
    const at = startOf(account, campaign, now);
    const run = campaign.run + 1;
    const said = { campaign: id, run, asked: now, ended: null, recipients: null };
    const record: CampaignSend = {
      id: sendId(id, run),
      seq: account.nextSeq(),
      ...said,
      reached: 0,
      skipped: {},
    };
    const state = at > now ? "Preparing to schedule" : "Preparing to send";
    const scheduled_at = scheduledAt(campaign, at, now);
    const sent = { ...campaign, state, run, scheduled_at, updated: now } as const;
    account.commit([put(campaigns, sent), put(campaignSends, record)]);
    account.process([beginWork], { campaign: id, run }, now);
    return { ...theOne(jobOf(sent, "queued")), status: 202 };
  },

  get_campaign_send_job({ account, params: [id = ""] }: Invocation): Outcome {
    const campaign = account.table(campaigns).get(id);
    if (campaign === undefined) return noSuchRecord("campaign", id);
    const status = jobStatusOf(campaign.state, campaign.run);
    return status === undefined
      ? noSuchRecord("campaign-send-job", id)
      : theOne(jobOf(campaign, status));
  },

  cancel_campaign_send(call: Invocation & { readonly body: Stopping }): Outcome {
    const { account, now, body, params } = call;
    const [id = ""] = params;
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

/** The instant that a campaign shows, which for a local one is the time on everybody's clock. */
function scheduledAt({ strategy }: Campaign, at: number, now: number): number {
  const { is_local, datetime } = strategy;
  return is_local && datetime !== undefined ? Date.parse(datetime) : Math.max(at, now);
}

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
    ["send_campaign", ...Object.keys(sending)].map((what) => [what, loadMessages]),
  ),
};
