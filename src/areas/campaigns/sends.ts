import type { CampaignStatus } from "../../domain/campaign-shape.ts";
import type { SkipReason } from "../../domain/messages/eligible.ts";
import type { Account } from "../../world/account.ts";
import type { Stored } from "../../world/record.ts";
import { collection } from "../../world/store.ts";

/** How many were not reached, by the reason. `past`: the hour that a local campaign names was over where they live. */
export type SkipCounts = Readonly<Partial<Record<SkipReason | typeof past, number>>>;

export const past = "past";

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
  /** How many were not reached, by the reason. */
  readonly skipped: SkipCounts;
}

export const campaignSends = collection<CampaignSend>("campaign-send", {
  instants: ["asked", "ended"],
  keys: { campaign: ({ campaign }) => campaign, run: ({ run }) => run },
  indexes: [["campaign", "run"]],
  internal: true,
});

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
  state === "Adding Recipients" || state === "Sending";

/** Where the job of a send stands, by the campaign's status; undefined: it was not sent. @guess */
export function jobStatusOf(state: CampaignStatus, run: number) {
  if (run === 0) return undefined;
  if (state === "Draft" || state.startsWith("Cancelled")) return "cancelled";
  if (state === "Sent") return "complete";
  return isUnderWay(state) ? "processing" : "queued";
}
