import { campaignMessages } from "../../domain/resources/campaign-message.ts";
import type { CampaignMessage } from "../../domain/resources/campaign-message.ts";
import type { Account } from "../../world/account.ts";

/** The messages of a campaign, in the order in which its creation named them. */
export const messagesOf = (account: Account, campaign: string): readonly CampaignMessage[] => [
  ...account.table(campaignMessages).scan(["campaign.id", "created"], { prefix: [campaign] }),
];
