import type { CampaignStatus } from "../../domain/campaigns/shape.ts";
import { campaigns } from "../../domain/resources/campaign.ts";
import type { Campaign } from "../../domain/resources/campaign.ts";
import { settingsOf } from "../../domain/settings.ts";
import type { Account } from "../../world/account.ts";
import { type Change, put } from "../../world/store/store.ts";
import { type CampaignSend, campaignSends } from "./collections.ts";
import { sendId } from "./sends.ts";

/**
 * How a campaign goes out, a step of work at a time: begun when it was asked for, started when its time has come,
 * its recipients counted, and then sent, at once or hour by hour.
 */
export interface Run {
  readonly campaign: string;
  readonly run: number;
}

/** A campaign that is still on its way in this run of its. */
export function running(account: Account, { campaign, run }: Run): Campaign | undefined {
  const found = account.table(campaigns).get(campaign);
  const isOver = found === undefined || found.run !== run || isFinal(found.state);
  return isOver ? undefined : found;
}

/** Whether a campaign is not on its way: it never was, it has arrived, or somebody stopped it. */
export const isFinal = (state: CampaignStatus): boolean =>
  state === "Draft" || state === "Sent" || state.startsWith("Cancelled");

export const turned = (campaign: Campaign, more: Partial<Campaign>, now: number): Change =>
  put(campaigns, { ...campaign, ...more, updated: now });

export const sendOf = (account: Account, { campaign, run }: Run): CampaignSend =>
  account.table(campaignSends).get(sendId(campaign, run)) as CampaignSend;

/** The changes that end a run, with what it came to. */
export const ended = (account: Account, campaign: Campaign, state: CampaignStatus, now: number) => {
  const record = sendOf(account, { campaign: campaign.id, run: campaign.run });
  return [
    turned(campaign, { state }, now),
    ...(record === undefined ? [] : [put(campaignSends, { ...record, ended: now })]),
  ];
};

/** Why an account's campaigns do not go out; undefined: they do. */
export function stopped(account: Account): CampaignStatus | undefined {
  const { disabled, billingLimit } = settingsOf(account);
  if (disabled) return "Cancelled: Account Disabled";
  return billingLimit ? "Cancelled: Billing Limit" : undefined;
}
