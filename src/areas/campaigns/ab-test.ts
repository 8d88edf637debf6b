import type { AbTest } from "../../domain/campaigns/shape.ts";
import { messages as sentMessages } from "../../domain/messages/records.ts";
import type { Campaign, CampaignMessage } from "../../domain/resources/campaign.ts";
import type { Account } from "../../world/account.ts";
import { Dice } from "../../world/dice.ts";

/** The A/B test of a campaign; undefined: it has none. */
export const abTestOf = ({ strategy }: Campaign): AbTest | undefined =>
  strategy.method === "ab_test_campaign" ? strategy.test : undefined;

/**
 * Those of a campaign's messages that somebody may get: one of a channel, which an A/B test draws of its variations,
 * always the same for a person. @guess send_campaign: All variations of an A/B test are equally likely.
 */
export function messagesFor(
  campaign: Campaign,
  messages: readonly CampaignMessage[],
  profile: string,
  winner: string | undefined,
): readonly CampaignMessage[] {
  const test = abTestOf(campaign);
  if (test === undefined) {
    const channels = messages.map(({ says }) => says.channel);
    return messages.filter(({ says }, place) => channels.indexOf(says.channel) === place);
  }
  const drawn = Dice.from(campaign.id, profile).fraction() * 100;
  const isTried = drawn < test.percentage;
  if (winner !== undefined) return isTried ? [] : messages.filter(({ id }) => id === winner);
  const place = Math.floor((drawn / test.percentage) * messages.length);
  return isTried ? messages.slice(place, place + 1) : [];
}

/** The variation that the greatest part opened or clicked: of those that are alike, the first. */
export function winnerOf(
  account: Account,
  { by }: AbTest,
  variations: readonly CampaignMessage[],
): string {
  const [best] = variations
    .map(({ id }) => {
      let [sent, won] = [0, 0];
      for (const each of account.table(sentMessages).scan(["message", "at"], { prefix: [id] })) {
        sent += 1;
        if ((by === "opens" ? each.opened : each.clicked) !== null) won += 1;
      }
      return { id, part: won / Math.max(sent, 1) };
    })
    .sort((a, b) => b.part - a.part);
  return best?.id ?? "";
}
