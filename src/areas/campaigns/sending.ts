import type { Person, AudienceCursor, Skipped } from "../../domain/messages/audience.ts";
import { beginning, walk, skip } from "../../domain/messages/audience.ts";
import type { AbTest } from "../../domain/campaigns/shape.ts";
import { keptContent } from "../../domain/messages/content.ts";
import { send } from "../../domain/messages/send.ts";
import { type Campaign, type CampaignMessage, campaigns } from "../../domain/resources/campaign.ts";
import { campaignMessages } from "../../domain/resources/campaign.ts";
import { formatPrecise } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import { put } from "../../world/store/store.ts";
import { abTestOf, messagesFor, winnerOf, messagesOf, reachOf, hourMs, hourOf } from "./reach.ts";
import { isSpread } from "./reach.ts";
import { type SkipCounts, type Run, campaignSends, ended, running, sendOf } from "./run.ts";
import { stopped, turned, counted } from "./run.ts";
import { contentOf } from "./messages.ts";

export interface Sending extends Run {
  readonly started: number;
  readonly place: AudienceCursor;
  readonly hours: readonly number[];
  readonly hour: number;
  /** Throttled: when this hour of sending began, and how many more it reaches. */
  readonly throttle?: { readonly since: number; readonly left: number; readonly size: number };
  /** Of an A/B test that is over: the id of the message that has won. */
  readonly winner?: string;
}

export const sendWork = "campaign.send";

export const sentAtOnce = 50;

/** When somebody gets it; it may be over. */
export const instantFor = (
  account: Account,
  campaign: Campaign,
  { profile }: Person,
  started: number,
) => (isSpread(campaign.strategy) ? hourOf(account, campaign, profile) : started);

export function sendSome(account: Account, sending: Sending, now: number): void {
  const found = running(account, sending);
  if (found === undefined) return;
  const state = stopped(account);
  if (state !== undefined) return account.commit(ended(account, found, state, now));
  if (found.state === "Variations Sent") return sendWinner(account, found, sending, now);
  const campaign = found.send_time === null ? setOff(account, found, now) : found;
  const { throttle, place } = sending;
  const most = Math.min(sentAtOnce, throttle?.left ?? sentAtOnce);
  const { people, next } = walk(account, campaign.audiences, place, most);
  const reached = deliver(account, campaign, sending, people, now);
  if (next === undefined) return nextHour(account, campaign, sending, now);
  const rest = { ...sending, place: next };
  if (throttle === undefined) return account.later(sendWork, rest, now);
  const left = throttle.left - reached;
  if (left > 0) return account.later(sendWork, { ...rest, throttle: { ...throttle, left } }, now);
  const since = throttle.since + hourMs;
  const later = { ...throttle, since, left: throttle.size };
  account.later(sendWork, { ...rest, throttle: later }, Math.max(since, now));
}

function setOff(account: Account, campaign: Campaign, now: number): Campaign {
  const { is_local = false } = campaign.strategy;
  const going: Campaign = { ...campaign, state: "Sending", send_time: now, updated: now };
  const at = is_local ? (campaign.scheduled_at ?? now) : now;
  const send_times = [{ datetime: formatPrecise(at), is_local }];
  const messages = messagesOf(account, campaign.id);
  const sent = messages.map((message) => put(campaignMessages, { ...message, send_times }));
  account.commit([put(campaigns, going), ...sent]);
  return going;
}

/** The variations of an A/B test have gone: the others get the best of them. */
function sendWinner(account: Account, campaign: Campaign, sending: Sending, now: number): void {
  const test = abTestOf(campaign) as AbTest;
  const winner = winnerOf(account, test, messagesOf(account, campaign.id));
  account.commit([turned(campaign, { state: "Sending" }, now)]);
  sendSome(account, { ...sending, winner }, now);
}

/** Sends a campaign to those of some people whose hour it is. @returns how many were reached */
function deliver(
  account: Account,
  campaign: Campaign,
  sending: Sending,
  people: readonly Person[],
  now: number,
): number {
  const { hours, hour, started, winner } = sending;
  const messages = messagesOf(account, campaign.id);
  const recipients = new Map<CampaignMessage, Person[]>(messages.map((message) => [message, []]));
  const skipped: (Skipped & { readonly reason: keyof SkipCounts })[] = [];
  const [got, short] = [new Set<string | null>(), new Set<string>()];
  for (const person of people) {
    const at = instantFor(account, campaign, person, started);
    if (!isOfHour(hours, hour, Math.max(started, at))) continue;
    const theirs = messagesFor(campaign, messages, person.profile.id, winner);
    if (theirs.length === 0) continue;
    const isOver = at < started && campaign.strategy.send_past_recipients_immediately === false;
    const reach = isOver ? "past" : reachOf(account, campaign, theirs, person, true, now);
    if (typeof reach === "string") skipped.push({ profile: person.profile.id, reason: reach });
    else for (const message of reach) recipients.get(message)?.push(person);
  }
  for (const [message, those] of recipients) {
    if (those.length === 0) continue;
    const { record, changes } = keptContent(account, contentOf(account, campaign, message, now));
    account.commit(changes);
    const groups = campaign.audiences.included;
    const variation = abTestOf(campaign) && message.id;
    const sent = { campaign: campaign.id, message: message.id, groups, content: record, variation };
    const told = { ...sent, skipped: (profile: string) => short.add(profile) };
    for (const { profile } of send(account, told, those, now)) got.add(profile);
  }
  for (const profile of short) {
    if (!got.has(profile)) skipped.push({ profile, reason: "no-coupon-code" });
  }
  const record = sendOf(account, sending);
  const [first] = messages;
  if (first !== undefined) skip(account, { message: first.id, name: campaign.name }, skipped, now);
  const reasons = skipped.map(({ reason }) => reason);
  const more = { reached: record.reached + got.size, skipped: counted(record.skipped, reasons) };
  account.commit([put(campaignSends, { ...record, ...more })]);
  return got.size;
}

/** Whether an instant belongs to one of the hours: what nobody had when they were counted, to the next of them. */
const isOfHour = (hours: readonly number[], hour: number, at: number): boolean =>
  at > (hours[hour - 1] ?? -Infinity) && (at <= (hours[hour] ?? 0) || hour === hours.length - 1);

/** All of this hour's have been looked at: the next hour's turn, or the end. */
function nextHour(account: Account, campaign: Campaign, sending: Sending, now: number): void {
  const { hours, hour } = sending;
  const at = hours[hour + 1];
  if (at !== undefined) {
    const next = { ...sending, hour: hour + 1, place: beginning };
    return account.later(sendWork, next, Math.max(at, now));
  }
  const test = abTestOf(campaign);
  if (test !== undefined && test.percentage < 100 && sending.winner === undefined) {
    account.commit([turned(campaign, { state: "Variations Sent" }, now)]);
    return account.later(sendWork, { ...sending, place: beginning }, now + test.waitMs);
  }
  const { reached, skipped } = sendOf(account, sending);
  const none = skipped["smart-sending"] ? "Smart Sending" : "No Recipients";
  const state = reached > 0 ? "Sent" : (`Cancelled: ${none}` as const);
  account.commit(ended(account, campaign, state, now));
}
