import {
  type Campaign,
  type CampaignMessage,
  campaignMessages,
} from "../../domain/resources/campaign.ts";
import type { Person } from "../../domain/messages/audience.ts";
import { type SkipReason, whyNot } from "../../domain/messages/eligible.ts";
import type { MessageChannel } from "../../domain/messages/records.ts";
import type { Account } from "../../world/account.ts";

/** The messages of a campaign, in the order in which its creation named them. */
export const messagesOf = (account: Account, campaign: string): readonly CampaignMessage[] => [
  ...account.table(campaignMessages).scan(["campaign.id", "created"], { prefix: [campaign] }),
];

/** By what a message of a campaign goes out. */
export const channelOf = ({ says }: CampaignMessage): MessageChannel =>
  says.channel === "mobile_push" ? "push" : says.channel;

/**
 * The messages of a campaign that somebody may get now, or why it is none of them.
 *
 * @param smartSending whether those are left out who were sent something a short time ago
 */
export function reachOf(
  account: Account,
  { send_options }: Campaign,
  messages: readonly CampaignMessage[],
  { profile, group }: Person,
  smartSending: boolean,
  now: number,
): readonly CampaignMessage[] | SkipReason {
  let why: SkipReason = "no-address";
  const reached = messages.filter((message, index) => {
    const wanted = {
      channel: channelOf(message),
      ignoresConsent: send_options.ignore_unsubscribes ?? false,
      smartSending: smartSending && (send_options.use_smart_sending ?? true),
      group,
    };
    const reason = whyNot(account, profile, wanted, now);
    if (index === 0 && reason !== undefined) why = reason;
    return reason === undefined;
  });
  return reached.length > 0 ? reached : why;
}
