import { zoneOfAccount, zoneOr } from "../../domain/time-zone.ts";
import type { Strategy } from "../../domain/campaigns/shape.ts";
import type { Campaign } from "../../domain/resources/campaign.ts";
import type { Profile } from "../../domain/resources/profile.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import { Dice } from "../../world/dice.ts";

export const hourMs = 3_600_000;

/** How much earlier than in UTC a day begins where it begins first. */
const earliestMs = 14 * hourMs;

/** Whether each of the recipients has an hour of the own, so that they are found as those hours come. */
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
