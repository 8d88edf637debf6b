import type { CampaignStatus } from "../../domain/campaign-shape.ts";
import { campaignMessages, campaigns } from "../../domain/collections.ts";
import { beginning, type Person, type Place, walk } from "../../domain/messages/audience.ts";
import { keptContent } from "../../domain/messages/content.ts";
import { send } from "../../domain/messages/send.ts";
import { skip, type Skipped } from "../../domain/messages/skip.ts";
import type { Campaign } from "../../domain/resources/campaign.ts";
import type { CampaignMessage } from "../../domain/resources/campaign-message.ts";
import { settingsOf } from "../../domain/settings.ts";
import { formatPrecise } from "../../jsonapi/time.ts";
import type { Work } from "../../verbs/call.ts";
import type { Account } from "../../world/account.ts";
import { type Change, put } from "../../world/store.ts";
import { contentOf, isMisconfigured } from "./content.ts";
import { countedAtOnce } from "./estimation.ts";
import { messagesOf } from "./messages-of.ts";
import { reachOf } from "./reach.ts";
import { type CampaignSend, campaignSends, past, type SkipCounts } from "./collections.ts";
import { counted, sendId } from "./sends.ts";
import { hourMs, hourOf, isSpread, startOf } from "./when.ts";

/**
 * How a campaign goes out, a step of work at a time: begun when it was asked for, started when its time has come,
 * its recipients counted, and then sent, at once or hour by hour.
 */
interface Run {
  readonly campaign: string;
  readonly run: number;
}

interface Counting extends Run {
  /** When it was started: the hours of recipients that are past by then are over. */
  readonly started: number;
  readonly place: Place;
  readonly recipients: number;
  readonly skipped: SkipCounts;
  /** The instants at which it goes out to some. */
  readonly hours: readonly number[];
}

interface Sending extends Run {
  readonly started: number;
  readonly place: Place;
  readonly hours: readonly number[];
  /** The place of this hour among them. */
  readonly hour: number;
  /** Throttled: when this hour of sending began, and how many more it reaches. */
  readonly throttle?: { readonly since: number; readonly left: number; readonly size: number };
}

export const beginWork = "campaign.begin";
export const startWork = "campaign.start";
export const countWork = "campaign.count";
export const sendWork = "campaign.send";

/** How many memberships a step of sending looks at. */
const sentAtOnce = 100;

/** A campaign that is still on its way in this run of its. */
function running(account: Account, { campaign, run }: Run): Campaign | undefined {
  const found = account.table(campaigns).get(campaign);
  const isOver = found === undefined || found.run !== run || isFinal(found.state);
  return isOver ? undefined : found;
}

/** Whether a campaign is not on its way: it never was, it has arrived, or somebody stopped it. */
export const isFinal = (state: CampaignStatus): boolean =>
  state === "Draft" || state === "Sent" || state.startsWith("Cancelled");

const turned = (campaign: Campaign, more: Partial<Campaign>, now: number): Change =>
  put(campaigns, { ...campaign, ...more, updated: now });

const sendOf = (account: Account, { campaign, run }: Run): CampaignSend =>
  account.table(campaignSends).get(sendId(campaign, run)) as CampaignSend;

/** The changes that end a run, with what it came to. */
export const ended = (account: Account, campaign: Campaign, state: CampaignStatus, now: number) => {
  const record = sendOf(account, { campaign: campaign.id, run: campaign.run });
  return [
    turned(campaign, { state }, now),
    ...(record === undefined ? [] : [put(campaignSends, { ...record, ended: now })]),
  ];
};

/** Why an account's campaigns do not go out; undefined: they do. */
function stopped(account: Account): CampaignStatus | undefined {
  const { disabled, billingLimit } = settingsOf(account);
  if (disabled) return "Cancelled: Account Disabled";
  return billingLimit ? "Cancelled: Billing Limit" : undefined;
}

function begin(account: Account, asked: Run, now: number): void {
  const campaign = running(account, asked);
  if (campaign === undefined) return;
  const at = startOf(account, campaign, now);
  if (at <= now) return start(account, asked, now);
  account.commit([turned(campaign, { state: "Scheduled" }, now)]);
  account.later(startWork, asked, at);
}

function start(account: Account, { campaign: id, run }: Run, now: number): void {
  const campaign = running(account, { campaign: id, run });
  if (campaign === undefined) return;
  const state = stopped(account) ?? misconfigured(account, campaign, now);
  if (state !== undefined) return account.commit(ended(account, campaign, state, now));
  const waiting = isSpread(campaign.strategy) ? "Queued without Recipients" : "Adding Recipients";
  account.commit([turned(campaign, { state: waiting }, now)]);
  const counting = { campaign: id, run, started: now, place: beginning, hours: [] };
  account.later(countWork, { ...counting, recipients: 0, skipped: {} }, now);
}

function misconfigured(account: Account, campaign: Campaign, now: number) {
  const broken = messagesOf(account, campaign.id).some((message) =>
    isMisconfigured(contentOf(account, campaign, message, now), message),
  );
  return broken ? "Cancelled: Misconfigured" : undefined;
}

/** When somebody gets it; it may be over. */
const instantFor = (account: Account, campaign: Campaign, { profile }: Person, started: number) =>
  isSpread(campaign.strategy) ? hourOf(account, campaign, profile) : started;

function count(account: Account, counting: Counting, now: number): void {
  const { started, place, ...asked } = counting;
  const campaign = running(account, asked);
  if (campaign === undefined) return;
  const messages = messagesOf(account, campaign.id);
  const { people, next } = walk(account, campaign.audiences, place, countedAtOnce);
  const hours = new Set(counting.hours);
  const skips: (keyof SkipCounts)[] = [];
  let { recipients } = counting;
  for (const person of people) {
    const reach = reachOf(account, campaign, messages, person, false, now);
    if (typeof reach === "string") skips.push(reach);
    else recipients += 1;
    hours.add(Math.max(started, instantFor(account, campaign, person, started)));
  }
  const skipped = counted(counting.skipped, skips);
  const found = { recipients, skipped, hours: [...hours].sort((a, b) => a - b) };
  if (next !== undefined)
    return account.later(countWork, { ...counting, ...found, place: next }, now);
  const record = { ...sendOf(account, asked), recipients };
  if (recipients === 0) {
    account.commit([put(campaignSends, { ...record, skipped })]);
    return account.commit(ended(account, campaign, "Cancelled: No Recipients", now));
  }
  account.commit([put(campaignSends, record)]);
  const size = Math.ceil((recipients * (campaign.strategy.throttle_percentage ?? 100)) / 100);
  const sending: Sending = {
    campaign: campaign.id,
    run: campaign.run,
    started,
    place: beginning,
    hours: found.hours,
    hour: 0,
    ...(campaign.strategy.method === "throttled" && { throttle: { since: now, left: size, size } }),
  };
  const [first = now] = found.hours;
  // What is small is done in one go.
  if (first <= now && place === beginning && people.length <= sentAtOnce) {
    return sendSome(account, sending, now);
  }
  account.later(sendWork, sending, Math.max(first, now));
}

function sendSome(account: Account, sending: Sending, now: number): void {
  const found = running(account, sending);
  if (found === undefined) return;
  const state = stopped(account);
  if (state !== undefined) return account.commit(ended(account, found, state, now));
  const campaign = found.send_time === null ? setOff(account, found, now) : found;
  const { throttle, place } = sending;
  const most = Math.min(sentAtOnce, throttle?.left ?? sentAtOnce);
  const { people, next } = walk(account, campaign.audiences, place, most);
  const reached = deliver(account, campaign, sending, people, now);
  if (next === undefined) return nextHour(account, campaign, sending, now);
  if (throttle === undefined) return account.later(sendWork, { ...sending, place: next }, now);
  const left = throttle.left - reached;
  if (left > 0) {
    return account.later(
      sendWork,
      { ...sending, place: next, throttle: { ...throttle, left } },
      now,
    );
  }
  const since = throttle.since + hourMs;
  const later = { since, left: throttle.size, size: throttle.size };
  account.later(sendWork, { ...sending, place: next, throttle: later }, Math.max(since, now));
}

/** The first message is about to go. */
function setOff(account: Account, campaign: Campaign, now: number): Campaign {
  const { is_local = false } = campaign.strategy;
  const going: Campaign = { ...campaign, state: "Sending", send_time: now, updated: now };
  const at = is_local ? (campaign.scheduled_at ?? now) : now;
  const send_times = [{ datetime: formatPrecise(at), is_local }];
  account.commit([
    put(campaigns, going),
    ...messagesOf(account, campaign.id).map((message) =>
      put(campaignMessages, { ...message, send_times }),
    ),
  ]);
  return going;
}

/** Sends a campaign to those of some people whose hour it is. @returns how many were reached */
function deliver(
  account: Account,
  campaign: Campaign,
  sending: Sending,
  people: readonly Person[],
  now: number,
): number {
  const { hours, hour, started } = sending;
  const messages = messagesOf(account, campaign.id);
  const recipients = new Map<CampaignMessage, Person[]>(messages.map((message) => [message, []]));
  const skips: (keyof SkipCounts)[] = [];
  const skipped: Skipped[] = [];
  let reached = 0;
  for (const person of people) {
    const at = instantFor(account, campaign, person, started);
    if (!isOfHour(hours, hour, Math.max(started, at))) continue;
    const isOver = at < started && campaign.strategy.send_past_recipients_immediately === false;
    const reach = isOver ? past : reachOf(account, campaign, messages, person, true, now);
    if (typeof reach === "string") {
      skips.push(reach);
      skipped.push({ profile: person.profile.id, reason: reach });
    } else {
      reached += 1;
      for (const message of reach) recipients.get(message)?.push(person);
    }
  }
  for (const [message, those] of recipients) {
    if (those.length === 0) continue;
    const { record, changes } = keptContent(account, contentOf(account, campaign, message, now));
    account.commit(changes);
    const groups = campaign.audiences.included;
    const sent = { campaign: campaign.id, message: message.id, groups, content: record };
    send(account, sent, those, now);
  }
  const record = sendOf(account, sending);
  const [first] = messages;
  if (first !== undefined) {
    skip(account, { message: first.id, name: campaign.name }, skipped, now);
  }
  const counts = counted(record.skipped, skips);
  const more = { reached: record.reached + reached, skipped: counts };
  account.commit([put(campaignSends, { ...record, ...more })]);
  return reached;
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
  const { reached, skipped } = sendOf(account, sending);
  const none = skipped["smart-sending"] ? "Smart Sending" : "No Recipients";
  const state = reached > 0 ? "Sent" : (`Cancelled: ${none}` as const);
  account.commit(ended(account, campaign, state, now));
}

export const sendingWork: Readonly<Record<string, Work>> = {
  [beginWork]: begin,
  [startWork]: start,
  [countWork]: count,
  [sendWork]: sendSome,
};
