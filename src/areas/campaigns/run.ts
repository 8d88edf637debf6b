import type { SkipReason } from "../../domain/messages/audience.ts";
import { type Audiences, campaigns, type Campaign } from "../../domain/resources/campaign.ts";
import type { Stored } from "../../world/store/record.ts";
import { collection, type Change, put } from "../../world/store/store.ts";
import type { CampaignStatus } from "../../domain/campaigns/shape.ts";
import type { Account } from "../../world/account.ts";
import { settingsOf } from "../../domain/settings.ts";

/** How many were not reached, by the reason. Of a local campaign, `past`: the hour was over where they live. */
export type SkipCounts = Readonly<Partial<Record<SkipReason | "past", number>>>;

export interface CampaignSend extends Stored {
  readonly campaign: string;
  /** Counts the sends of a campaign, from 1 on. */
  readonly run: number;
  /** In milliseconds since 1970. */
  readonly asked: number;
  readonly ended: number | null;
  /** How many would get it, smart sending aside, when its recipients were counted. */
  readonly recipients: number | null;
  readonly reached: number;
  readonly skipped: SkipCounts;
}

export const campaignSends = collection<CampaignSend>("campaign-send", {
  instants: ["asked", "ended"],
  keys: { campaign: ({ campaign }) => campaign, run: ({ run }) => run },
  indexes: [["campaign", "run"]],
  internal: true,
});

/** How many a campaign would reach, as it was counted last, under the campaign's id. */
export interface Estimation extends Stored {
  readonly status: "complete" | "processing";
  readonly count: number;
  readonly audiences: Audiences;
}

export const estimations = collection<Estimation>("campaign-estimation", { internal: true });

const sendId = (campaign: string, run: number): string => `${campaign} ${run}`;

export const sendsOf = (account: Account, campaign: string): readonly CampaignSend[] => [
  ...account.table(campaignSends).scan(["campaign", "run"], { prefix: [campaign] }),
];

export function counted(counts: SkipCounts, reasons: readonly (keyof SkipCounts)[]): SkipCounts {
  const sums: { -readonly [R in keyof SkipCounts]: SkipCounts[R] } = { ...counts };
  for (const reason of reasons) sums[reason] = (sums[reason] ?? 0) + 1;
  return sums;
}

export const unreached = (
  account: Account,
  said: Pick<CampaignSend, "asked" | "campaign" | "ended" | "run">,
): Change => {
  const id = sendId(said.campaign, said.run);
  const nobody = { recipients: null, reached: 0, skipped: {} };
  return put(campaignSends, { id, seq: account.nextSeq(), ...said, ...nobody });
};

export const isUnderWay = (state: CampaignStatus): boolean =>
  state === "Adding Recipients" || state === "Sending" || state === "Variations Sent";

/** Where the job of a send stands; undefined: it was not sent. */
// @guess send_campaign, *campaign_send*: A send job is `queued`, then `processing` while it sends. A campaign that went back to a draft has a `cancelled` job.
export function jobStatusOf(state: CampaignStatus, run: number) {
  if (run === 0) return undefined;
  if (state === "Draft" || state.startsWith("Cancelled")) return "cancelled";
  if (state === "Sent") return "complete";
  return isUnderWay(state) ? "processing" : "queued";
}

/** A campaign goes out in steps of work: begun when asked for, started in time, counted, then sent. */
export type Run = { readonly campaign: string; readonly run: number };

export function running(account: Account, { campaign, run }: Run): Campaign | undefined {
  const found = account.table(campaigns).get(campaign);
  return found?.run === run && !isFinal(found.state) ? found : undefined;
}

/** Whether a campaign is not on its way: it never was, it has arrived, or somebody stopped it. */
export const isFinal = (state: CampaignStatus): boolean =>
  state === "Draft" || state === "Sent" || state.startsWith("Cancelled");

export const turned = (campaign: Campaign, more: Partial<Campaign>, now: number): Change =>
  put(campaigns, { ...campaign, ...more, updated: now });

export const sendOf = (account: Account, { campaign, run }: Run): CampaignSend =>
  account.table(campaignSends).get(sendId(campaign, run)) as CampaignSend;

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
