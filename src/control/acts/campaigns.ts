import type { SkipCounts } from "../../areas/campaigns/collections.ts";
import { act, columns, subject } from "../act.ts";

/** How a campaign was sent once. Instants are ISO 8601, of the emulator's time. */
export interface CampaignSendView {
  readonly campaign: string;
  /** Counts the sends of the campaign, from 1 on. */
  readonly run: number;
  /** When it was asked for. */
  readonly askedAt: string;
  /** When it was over, or somebody stopped it; null: it goes on. */
  readonly endedAt: string | null;
  /** How many would get it, smart sending aside, when they were counted; null: they have not been. */
  readonly recipients: number | null;
  readonly reached: number;
  /** How many were not reached, by the reason. */
  readonly skipped: SkipCounts;
}

/** A campaign, as far as a tester wants it at a glance. */
export interface CampaignView {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly status: string;
  /** When it is sent, or was; null: nobody has said. */
  readonly at: string | null;
  /** How many its last send has reached. */
  readonly reached: number;
}

/** The reasons and how often, the most frequent first. */
function skippedOf({ skipped }: CampaignSendView): string {
  const counts = Object.entries(skipped).toSorted(([, a], [, b]) => b - a);
  return counts.map(([reason, count]) => `${count} ${reason}`).join(", ");
}

export const campaigns = subject("campaigns", "List campaigns, and show how they were sent", {
  list: act({
    on: "GET /_emulator/campaigns",
    words: "list",
    help: "List the campaigns, with their status",
    none: "There is no campaign.",
    columns: columns<CampaignView>("id", "status", "reached", "name…", "AT=at?"),
  }),
  sends: act({
    on: "GET /_emulator/campaigns/{id}/sends",
    words: "sends <id>",
    help: "Show how many a campaign reached, and why others were skipped",
    takes: ["Campaign id, or its first characters"],
    none: "It was not sent.",
    columns: columns<CampaignSendView>(
      ...(["run", "askedAt", "endedAt", "recipients", "reached"] as const),
      { head: "SKIPPED", cell: skippedOf, elastic: true },
    ),
  }),
});
