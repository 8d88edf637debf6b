import { isDeepStrictEqual } from "node:util";
import { loadMessages } from "../../domain/messages/content.ts";
import { campaigns, type Campaign } from "../../domain/resources/campaign.ts";
import { beginning, type AudienceCursor, walk } from "../../domain/messages/audience.ts";
import { noSuchRecord, notFound } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Work } from "../../verbs/invocation.ts";
import { theOne } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import type { Stored } from "../../world/store/record.ts";
import { put } from "../../world/store/store.ts";
import { type SkipCounts, type Run, estimations, campaignSends, ended, running } from "./run.ts";
import { sendOf, stopped, turned, counted } from "./run.ts";
import type { operations } from "./operations.ts";
import { messagesOf, reachOf, isSpread, startOf } from "./reach.ts";
import { contentOf, isMisconfigured } from "./messages.ts";
import { instantFor, type Sending, sendSome, sendWork, sentAtOnce } from "./sending.ts";

interface Estimating {
  readonly campaign: string;
  /** The `seq` of the estimation: a later one counts anew. */
  readonly job: number;
  readonly place: AudienceCursor;
  readonly count: number;
}

const estimateWork = "campaign.estimate";

const countedAtOnce = 250;

/** Counts some more of those whom a campaign would reach, smart sending aside. */
const estimate: Work = (account, counting: Estimating, now) => {
  const { campaign: id, job, place } = counting;
  const record = account.table(estimations).get(id);
  const campaign = account.table(campaigns).get(id);
  if (campaign === undefined || record?.seq !== job) return;
  const { people, next } = walk(account, record.audiences, place, countedAtOnce);
  const messages = messagesOf(account, id);
  const reached = people.filter(
    (person) => typeof reachOf(account, campaign, messages, person, false, now) !== "string",
  );
  const count = counting.count + reached.length;
  if (next !== undefined)
    return account.later(estimateWork, { ...counting, place: next, count }, now);
  account.commit([put(estimations, { ...record, status: "complete", count })]);
};

export const estimationBehavior = {
  refresh_campaign_recipient_estimation({ account, body, now }) {
    const { id } = body.data;
    const audiences = account.table(campaigns).get(id)?.audiences;
    if (audiences === undefined) return noSuchRecord("campaign", id);
    const job = { id, seq: account.nextSeq(), status: "processing", count: 0, audiences } as const;
    account.commit([put(estimations, job)]);
    const input: Estimating = { campaign: id, job: job.seq, place: beginning, count: 0 };
    account.process([estimateWork], input, now);
    // As it was when it was taken up (recorded).
    return { ...theOne(job), status: 202 };
  },

  get_campaign_recipient_estimation_job({ account, params: [id = ""] }) {
    const job = account.table(estimations).get(id);
    if (job !== undefined) return theOne(job);
    const isThere = account.table(campaigns).get(id) !== undefined;
    return noSuchRecord(isThere ? "campaign-recipient-estimation-job" : "campaign", id);
  },

  get_campaign_recipient_estimation({ account, params: [id = ""] }) {
    const campaign = account.table(campaigns).get(id);
    if (campaign === undefined) return noSuchRecord("campaign", id);
    const done = account.table(estimations).get(id);
    return done?.status === "complete" && isDeepStrictEqual(done.audiences, campaign.audiences)
      ? theOne({ id, seq: done.seq, estimated_recipient_count: done.count } as Stored)
      : notFound(
          "No results or results were out of date. Schedule a new estimation.",
          "estimate it first: POST /api/campaign-recipient-estimation-jobs",
        );
  },
} satisfies Partial<AreaBehavior<typeof operations>>;

interface Counting extends Run {
  /** The hours of recipients that are past by then are over. */
  readonly started: number;
  readonly place: AudienceCursor;
  readonly recipients: number;
  readonly skipped: SkipCounts;
  /** The instants at which it goes out to some. */
  readonly hours: readonly number[];
}

export const beginWork = "campaign.begin";
export const startWork = "campaign.start";
const countWork = "campaign.count";

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
    isMisconfigured(account, contentOf(account, campaign, message, now), message),
  );
  return broken ? "Cancelled: Misconfigured" : undefined;
}

function count(account: Account, counting: Counting, now: number): void {
  const { started, place, campaign: id, run } = counting;
  const campaign = running(account, counting);
  if (campaign === undefined) return;
  const messages = messagesOf(account, id);
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
  const record = { ...sendOf(account, counting), recipients };
  if (recipients === 0) {
    account.commit([put(campaignSends, { ...record, skipped })]);
    return account.commit(ended(account, campaign, "Cancelled: No Recipients", now));
  }
  account.commit([put(campaignSends, record)]);
  const size = Math.ceil((recipients * (campaign.strategy.throttle_percentage ?? 100)) / 100);
  const throttle = { since: now, left: size, size };
  const sending: Sending = {
    campaign: id,
    run,
    started,
    place: beginning,
    hours: found.hours,
    hour: 0,
    ...(campaign.strategy.method === "throttled" && { throttle }),
  };
  const [first = now] = found.hours;
  // What is small is done in one go.
  if (first <= now && counting.hours.length === 0 && people.length <= sentAtOnce) {
    return sendSome(account, sending, now);
  }
  account.later(sendWork, sending, Math.max(first, now));
}

const sendingWork = {
  [beginWork]: begin,
  [startWork]: start,
  [countWork]: count,
  [sendWork]: sendSome,
} as const;

export const campaignWork = {
  work: { ...sendingWork, [estimateWork]: estimate },
  steps: [countWork, sendWork, estimateWork],
  // A message is rendered when it goes out.
  loads: Object.fromEntries(
    ["send_campaign", ...Object.keys(sendingWork)].map((what) => [what, loadMessages]),
  ),
};
