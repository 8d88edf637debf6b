import { couponCodeJobs, couponCodes, coupons } from "../../domain/collections.ts";
import { completed, queued, started } from "../../domain/jobs.ts";
import type { CouponCode, CouponCodeJob } from "../../domain/records.ts";
import { invalidBody, invalidProblem } from "../../jsonapi/refusal.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import type { AreaBehavior, Work } from "../../verbs/call.ts";
import { theOne } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { ulid, uuid } from "../../world/ids.ts";
import { put } from "../../world/store.ts";
import type { operations } from "./operations.ts";

interface Item {
  readonly attributes: { readonly unique_code: string; readonly expires_at?: string | null };
  readonly relationships: { readonly coupon: { readonly data: { readonly id: string } } };
}

interface Planned {
  readonly id: string;
  readonly items: readonly Item[];
}

const dayMs = 86_400_000;
const at = "/data/attributes/coupon-codes/data";

/** A code is known by its coupon and itself. */
export const codeId = (coupon: string, code: string): string => `${coupon}-${code}`;

/** When a code expires of which nothing is said. @guess: after a year */
export const expiry = (now: number): number => now + 365 * dayMs;

/** As for one code: null is never. */
const expiryOf = (said: string | null | undefined, now: number): number | null =>
  said === undefined ? expiry(now) : said === null ? null : (parseDatetime(said) ?? null);

export const behavior: AreaBehavior<typeof operations> = {
  bulk_create_coupon_codes({ account, now, body }) {
    const items = body.data.attributes["coupon-codes"].data;
    const problems = items.flatMap(({ relationships }, index) => {
      const { id } = relationships.coupon.data;
      if (account.table(coupons).get(id) !== undefined) return [];
      const pointer = `${at}/${index}/relationships/coupon/data/id`;
      return [invalidProblem(pointer, `A coupon with id ${id} does not exist.`)];
    });
    if (problems.length > 0) return invalidBody(problems);
    const job: CouponCodeJob = {
      id: ulid(account.dice("job"), account.idInstant(now)),
      ...queued(account, items.length, now),
      failed_count: 0,
      expires_at: now + 7 * dayMs,
      errors: [],
      codes: [],
    };
    account.commit([put(couponCodeJobs, job)]);
    account.process(["coupon-codes.start", "coupon-codes"], { id: job.id, items }, now);
    return theOne(job, 202);
  },
};

export const work: Readonly<Record<string, Work>> = {
  "coupon-codes.start": (account, { id }: Planned, now) =>
    started(account, couponCodeJobs, id, now),
  "coupon-codes": createAll,
};

/** What is there already is counted, and told with its place; the others are made. */
function createAll(account: Account, { id, items }: Planned, now: number): void {
  const errors: object[] = [];
  const codes: string[] = [];
  for (const [index, { attributes, relationships }] of items.entries()) {
    const { unique_code, expires_at } = attributes;
    const coupon = relationships.coupon.data.id;
    const code = codeId(coupon, unique_code);
    if (account.table(couponCodes).get(code) !== undefined) {
      const pointer = `${at}/${index}/attributes/unique_code`;
      const {
        code: kind,
        title,
        detail,
      } = invalidProblem(pointer, `The coupon has the code ${unique_code}.`);
      errors.push({
        id: uuid(account.dice("job error")),
        code: kind,
        title,
        detail,
        source: { pointer },
      });
      continue;
    }
    const made: CouponCode = {
      id: code,
      seq: account.nextSeq(),
      coupon,
      unique_code,
      expires_at: expiryOf(expires_at, now),
      status: "UNASSIGNED",
      profile: null,
    };
    account.commit([put(couponCodes, made)]);
    codes.push(code);
  }
  const counts = { completed_count: codes.length, failed_count: errors.length };
  completed(account, couponCodeJobs, id, { ...counts, errors, codes }, now);
}
