import type { SkipReason } from "../../domain/messages/eligible.ts";
import type { Audiences } from "../../domain/resources/campaign.ts";
import type { Stored } from "../../world/store/record.ts";
import { collection } from "../../world/store/store.ts";

/** Of a local campaign: its hour was over where they live. */
export const past = "past";

/** How many were not reached, by the reason. */
export type SkipCounts = Readonly<Partial<Record<SkipReason | typeof past, number>>>;

/** How a campaign was sent once: who was reached, and why others were not. */
export interface CampaignSend extends Stored {
  readonly campaign: string;
  /** Counts the sends of a campaign, from 1 on. */
  readonly run: number;
  /** When it was asked for, and when it was over, in milliseconds since 1970. */
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

/** How many a campaign would reach, as it was counted last. Its id is the campaign's. */
export interface Estimation extends Stored {
  readonly status: "complete" | "processing";
  readonly count: number;
  /** As they were when it was asked for. */
  readonly audiences: Audiences;
}

export const estimations = collection<Estimation>("campaign-estimation", { internal: true });
