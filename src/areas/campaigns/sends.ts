import type { CampaignStatus } from "../../domain/campaigns/shape.ts";
import type { Account } from "../../world/account.ts";
import { type CampaignSend, campaignSends, type SkipCounts } from "./collections.ts";

export const sendId = (campaign: string, run: number): string => `${campaign} ${run}`;

/** The sends of a campaign, the first one first. */
export const sendsOf = (account: Account, campaign: string): readonly CampaignSend[] => [
  ...account.table(campaignSends).scan(["campaign", "run"], { prefix: [campaign] }),
];

/** The counts with some more people in them. */
export function counted(counts: SkipCounts, reasons: readonly (keyof SkipCounts)[]): SkipCounts {
  const sums: { -readonly [R in keyof SkipCounts]: SkipCounts[R] } = { ...counts };
  for (const reason of reasons) sums[reason] = (sums[reason] ?? 0) + 1;
  return sums;
}

/** Whether messages of a campaign go out at the moment. */
export const isUnderWay = (state: CampaignStatus): boolean =>
  state === "Adding Recipients" || state === "Sending" || state === "Variations Sent";

/**
 * Where the job of a send stands; undefined: it was not sent. @guess send_campaign, *campaign_send*: A send job is
 * `queued`, then `processing` while it sends. A campaign that went back to a draft has a `cancelled` job.
 */
export function jobStatusOf(state: CampaignStatus, run: number) {
  if (run === 0) return undefined;
  if (state === "Draft" || state.startsWith("Cancelled")) return "cancelled";
  if (state === "Sent") return "complete";
  return isUnderWay(state) ? "processing" : "queued";
}
