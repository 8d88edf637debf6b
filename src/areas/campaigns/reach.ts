import type { Campaign, CampaignMessage } from "../../domain/resources/campaign.ts";
import { campaignMessages } from "../../domain/resources/campaign.ts";
import { type Person, type SkipReason, whyNot } from "../../domain/messages/audience.ts";
import { type MessageChannel, messages as sentMessages } from "../../domain/messages/records.ts";
import type { Account } from "../../world/account.ts";
import { zoneOfAccount, zoneOr } from "../../domain/time-zone.ts";
import type { Strategy, AbTest } from "../../domain/campaigns/shape.ts";
import type { Profile } from "../../domain/resources/profile.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import { Dice } from "../../world/dice.ts";

/** In the order in which its creation named them. */
export const messagesOf = (account: Account, campaign: string): readonly CampaignMessage[] => [
  ...account.table(campaignMessages).scan(["campaign.id", "created"], { prefix: [campaign] }),
];

export const channelOf = ({ says }: CampaignMessage): MessageChannel =>
  says.channel === "mobile_push" ? "push" : says.channel;

/** Those that somebody may get now, or why it is none. @param smartSending whether it counts who was sent something a short time ago */
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

export const hourMs = 3_600_000;

/** How much earlier than in UTC a day may begin. */
const earliestMs = 14 * hourMs;

/** Whether each recipient has an hour of the own: they are found as those hours come. */
export const isSpread = ({ method, is_local = false }: Strategy): boolean =>
  method === "smart_send_time" || is_local;

/** When a campaign that is sent now begins to go out, in milliseconds since 1970; it may be past. */
export function startOf(account: Account, { strategy }: Campaign, now: number): number {
  const { method, datetime, date, is_local } = strategy;
  if (method === "smart_send_time") {
    return zoneOfAccount(account).instantOf(parseDatetime(date ?? "") ?? now);
  }
  const at = datetime === undefined ? now : (parseDatetime(datetime) ?? now);
  return is_local ? at - earliestMs : at;
}

/**
 * When somebody gets a campaign whose recipients have hours of their own: when the clocks of the own place show the
 * campaign's time, or at an hour of its day that is always the same for the two. @guess send_campaign: With smart send
 * time, the hour of each recipient is random.
 */
export function hourOf(account: Account, { id, strategy }: Campaign, profile: Profile): number {
  const { method, datetime, date } = strategy;
  if (method === "smart_send_time") {
    const hour = Dice.from(id, profile.id).integer(0, 23);
    const wall = (parseDatetime(date ?? "") ?? 0) + hour * hourMs;
    return zoneOfAccount(account).instantOf(wall);
  }
  const zone = zoneOr(
    profile.location?.timezone as string | null | undefined,
    zoneOfAccount(account),
  );
  return zone.instantOf(parseDatetime(datetime ?? "") ?? 0);
}

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
export function winnerOf(account: Account, { by }: AbTest, variations: readonly CampaignMessage[]) {
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
