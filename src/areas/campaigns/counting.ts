import { beginning, type AudienceCursor, walk } from "../../domain/messages/audience.ts";
import type { Campaign } from "../../domain/resources/campaign.ts";
import type { Account } from "../../world/account.ts";
import { put } from "../../world/store/store.ts";
import { campaignSends, type SkipCounts } from "./collections.ts";
import { contentOf, isMisconfigured } from "./content.ts";
import { countedAtOnce } from "./estimation.ts";
import { messagesOf, reachOf } from "./reach.ts";
import { ended, type Run, running, sendOf, stopped, turned } from "./run.ts";
import { instantFor, type Sending, sendSome, sendWork, sentAtOnce } from "./sending.ts";
import { counted } from "./sends.ts";
import { isSpread, startOf } from "./when.ts";

interface Counting extends Run {
  /** When it was started: the hours of recipients that are past by then are over. */
  readonly started: number;
  readonly place: AudienceCursor;
  readonly recipients: number;
  readonly skipped: SkipCounts;
  /** The instants at which it goes out to some. */
  readonly hours: readonly number[];
}

export const beginWork = "campaign.begin";
export const startWork = "campaign.start";
export const countWork = "campaign.count";

export function begin(account: Account, asked: Run, now: number): void {
  const campaign = running(account, asked);
  if (campaign === undefined) return;
  const at = startOf(account, campaign, now);
  if (at <= now) return start(account, asked, now);
  account.commit([turned(campaign, { state: "Scheduled" }, now)]);
  account.later(startWork, asked, at);
}

export function start(account: Account, { campaign: id, run }: Run, now: number): void {
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
    isMisconfigured(account, contentOf(account, campaign, message, now), message),
  );
  return broken ? "Cancelled: Misconfigured" : undefined;
}

export function count(account: Account, counting: Counting, now: number): void {
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
  if (first <= now && counting.hours.length === 0 && people.length <= sentAtOnce) {
    return sendSome(account, sending, now);
  }
  account.later(sendWork, sending, Math.max(first, now));
}
