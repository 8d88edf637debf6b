import { isDeepStrictEqual } from "node:util";
import { campaigns } from "../../domain/resources/campaign.ts";
import { beginning, type AudienceCursor, walk } from "../../domain/messages/audience.ts";
import { noSuchRecord, notFound } from "../../jsonapi/refusal.ts";
import type { Behavior, Invocation, Work } from "../../verbs/invocation.ts";
import { type Outcome, theOne } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import type { Stored } from "../../world/store/record.ts";
import { put } from "../../world/store/store.ts";
import { type Estimation, estimations } from "./collections.ts";
import { messagesOf, reachOf } from "./reach.ts";

/** One step of counting. */
interface Counting {
  readonly campaign: string;
  /** The `seq` of the estimation: a later one counts anew. */
  readonly job: number;
  readonly place: AudienceCursor;
  readonly count: number;
}

export const estimateWork = "campaign.estimate";

/** How many memberships a step looks at. */
export const countedAtOnce = 250;

/** Counts some more of those whom a campaign would reach, smart sending aside. */
export const estimate: Work = (account: Account, counting: Counting, now: number) => {
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

/** The campaign that a job or a count is about, by the path or the body. */
const campaignOf = ({ account }: Invocation, id = "") => account.table(campaigns).get(id);

interface EstimationBody {
  readonly data: { readonly id: string };
}

export const estimationBehavior = {
  refresh_campaign_recipient_estimation(
    call: Invocation & { readonly body: EstimationBody },
  ): Outcome {
    const { account, now } = call;
    const { id } = call.body.data;
    const campaign = campaignOf(call, id);
    if (campaign === undefined) return noSuchRecord("campaign", id);
    const { audiences } = campaign;
    const job: Estimation = {
      id,
      seq: account.nextSeq(),
      status: "processing",
      count: 0,
      audiences,
    };
    account.commit([put(estimations, job)]);
    const input: Counting = { campaign: id, job: job.seq, place: beginning, count: 0 };
    account.process([estimateWork], input, now);
    // As it was when it was taken up (recorded).
    return { ...theOne(job), status: 202 };
  },

  get_campaign_recipient_estimation_job(call: Invocation): Outcome {
    const [id = ""] = call.params;
    const job = call.account.table(estimations).get(id);
    if (job !== undefined) return theOne(job);
    const what =
      campaignOf(call, id) === undefined ? "campaign" : "campaign-recipient-estimation-job";
    return noSuchRecord(what, id);
  },

  get_campaign_recipient_estimation(call: Invocation): Outcome {
    const [id = ""] = call.params;
    const campaign = campaignOf(call, id);
    if (campaign === undefined) return noSuchRecord("campaign", id);
    const done = call.account.table(estimations).get(id);
    return done?.status === "complete" && isDeepStrictEqual(done.audiences, campaign.audiences)
      ? theOne({ id, seq: done.seq, estimated_recipient_count: done.count } as Stored)
      : notFound(
          "No results or results were out of date. Schedule a new estimation.",
          "estimate it first: POST /api/campaign-recipient-estimation-jobs",
        );
  },
} satisfies Readonly<Record<string, Behavior | ((call: never) => Outcome)>>;
