import { bySize, type Slices } from "../../world/time/slices.ts";
import type { Infer } from "../../contract/shape.ts";
import { completed, type Failing, failureOf, type JobError } from "../../domain/jobs.ts";
import { type Problem, invalidBody, invalidProblem } from "../../jsonapi/refusal.ts";
import { missingProblem } from "../../jsonapi/refusal.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import type { AreaBehavior, Work } from "../../verbs/invocation.ts";
import { theNew } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { jobError, newBulkJob } from "../bulk-jobs.ts";
import { drop, put } from "../../world/store/store.ts";
import type { newCodes, operations, CouponCodeJob } from "./operations.ts";
import { couponCodeJobs } from "./operations.ts";
import { couponCodes, coupons } from "../../domain/resources/coupon.ts";

type Item = Infer<typeof newCodes>["data"]["attributes"]["coupon-codes"]["data"][number];

interface WorkInput extends Failing {
  readonly id: string;
  readonly items: readonly Item[];
}

const dayMs = 86_400_000;
const at = "/data/attributes/coupon-codes/data";

/** A code is known by its coupon, in whose name there is no hyphen, and itself. */
export const codeId = (coupon: string, code: string): string => `${coupon}-${code}`;

/** When a code expires of which nothing is said (recorded.md, 6). */
export const expiry = (now: number): number => now + 364 * dayMs;

/** As for one code: null is never. */
const expiryOf = (said: string | null | undefined, now: number): number | null =>
  said === undefined ? expiry(now) : (parseDatetime(said ?? "") ?? null);

export const behavior: AreaBehavior<typeof operations> = {
  *bulk_create_coupon_codes({ account, now, body }) {
    const items = body.data.attributes["coupon-codes"].data;
    const problems = items.flatMap(
      ({ relationships }, index) =>
        unknownCoupon(account, relationships.coupon.data.id, `${at}/${index}`) ?? [],
    );
    if (problems.length > 0) return invalidBody(problems);
    const job: CouponCodeJob = { ...newBulkJob(account, items.length, now), codes: [] };
    account.commit([put(couponCodeJobs, job)]);
    account.later("coupon-codes.expire", job.id, job.expires_at);
    yield* account.processInTurns(["coupon-codes"], { id: job.id, items }, now);
    return theNew(job, 202);
  },
};

export const work: Readonly<Record<string, Work>> = {
  "coupon-codes": (account, input: WorkInput, now) =>
    bySize(input.items.length, createAll(account, input, now)),
  "coupon-codes.expire": (account, id: string) => account.commit([drop(couponCodeJobs, id)]),
};

/** What cannot be made is counted, and told with its place; the others are made. */
function* createAll(account: Account, input: WorkInput, now: number): Slices<void> {
  const { id, items } = input;
  const errors: JobError[] = [];
  const codes: string[] = [];
  for (const [index, item] of items.entries()) {
    const place = `${at}/${index}`;
    const made = failureOf(input, index, place) ?? createOne(account, item, place, now);
    if (typeof made === "string") codes.push(made);
    else errors.push(jobError(account, made));
    yield;
  }
  const counts = { completed_count: codes.length, failed_count: errors.length };
  completed(account, couponCodeJobs, id, { ...counts, errors, codes }, now);
}

/** @returns the id of the code, or why there is none */
function createOne(
  account: Account,
  { attributes, relationships }: Item,
  pointer: string,
  now: number,
): string | Problem {
  const { unique_code, expires_at } = attributes;
  const coupon = relationships.coupon.data.id;
  const gone = unknownCoupon(account, coupon, pointer);
  if (gone !== undefined) return gone;
  const id = codeId(coupon, unique_code);
  if (account.table(couponCodes).get(id) !== undefined) {
    const detail = `The coupon has the code ${unique_code}.`;
    return invalidProblem(`${pointer}/attributes/unique_code`, detail);
  }
  const code = { coupon, unique_code, expires_at: expiryOf(expires_at, now) };
  const own = { id, seq: account.nextSeq(), status: "UNASSIGNED", profile: null } as const;
  account.commit([put(couponCodes, { ...own, ...code })]);
  return id;
}

/** It may also go while its codes are waiting to be made. */
function unknownCoupon(account: Account, id: string, at: string): Problem | undefined {
  if (account.table(coupons).get(id) !== undefined) return undefined;
  return missingProblem(`${at}/relationships/coupon/data/id`, "coupon", id);
}
