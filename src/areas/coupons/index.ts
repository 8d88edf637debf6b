import { creation } from "../../contract/bodies.ts";
import { many } from "../../contract/members.ts";
import type { RecordOf } from "../../contract/resource.ts";
import { fixedPages } from "../../contract/row-options.ts";
import { create, get, list, relations, action, rows } from "../../contract/rows.ts";
import { list as listOf, object, type Infer } from "../../contract/shape.ts";
import { bulkJobResource, completed, type Failing, failureOf } from "../../domain/jobs.ts";
import { type JobError, jobError, newBulkJob } from "../../domain/jobs.ts";
import { type Coupon, type CouponCode, coupon, couponCode } from "../../domain/resources/coupon.ts";
import { couponCodes, coupons, unsaidMonitor } from "../../domain/resources/coupon.ts";
import { invalid, type Problem, invalidBody, invalidProblem } from "../../jsonapi/refusal.ts";
import { missingProblem } from "../../jsonapi/refusal.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import type { ApiArea, Keeping, AreaBehavior, Work } from "../../verbs/invocation.ts";
import { theNew } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { drop, put } from "../../world/store/store.ts";
import { bySize, type Slices } from "../../world/time/slices.ts";
import { bodyOf } from "../bodies.ts";

/** @guess bulk_create_coupon_codes: One job takes up to 1,000 codes. */
const newCodes = bodyOf("coupon-code-bulk-create-job", {
  attributes: object({
    "coupon-codes": object({ data: listOf(creation(couponCode), { min: 1, max: 1000 }) }),
  }),
});

const couponCodeJob = bulkJobResource("coupon-code-bulk-create-job", {
  "coupon-codes": many("coupon-code", { ids: "codes" }),
});

type CouponCodeJob = RecordOf<typeof couponCodeJob>;
const couponCodeJobs = collectionOf(couponCodeJob);

const operations = [
  ...rows(coupon, ["list", "create", "get", "update", "remove"]),
  list(couponCode, "get_coupon_codes", { required: ["filter"] }),
  create(couponCode, "create_coupon_code", {
    success: [
      { status: 201, empty: false, until: "2024-06-15" },
      { status: 200, empty: false, since: "2024-06-15" },
    ],
  }),
  ...rows(couponCode, ["get", "update", "remove"]),
  ...relations(couponCode, ["coupon"]),
  ...relations(coupon, ["coupon-codes"]),
  list(couponCodeJob, "get_bulk_create_coupon_code_jobs", { paging: [fixedPages(100)] }),
  action(couponCodeJob, "bulk_create_coupon_codes", { body: newCodes }),
  get(couponCodeJob, "get_bulk_create_coupon_codes_job"),
] as const;

type Item = Infer<typeof newCodes>["data"]["attributes"]["coupon-codes"]["data"][number];

interface WorkInput extends Failing {
  readonly id: string;
  readonly items: readonly Item[];
}

const dayMs = 86_400_000;
const at = "/data/attributes/coupon-codes/data";

/** A code is known by its coupon, in whose name there is no hyphen, and itself. */
const codeId = (coupon: string, code: string): string => `${coupon}-${code}`;

/** When a code expires of which nothing is said (recorded.md, 6). */
const expiry = (now: number): number => now + 364 * dayMs;

/** As for one code: null is never. */
const expiryOf = (said: string | null | undefined, now: number): number | null =>
  said === undefined ? expiry(now) : (parseDatetime(said ?? "") ?? null);

const behavior: AreaBehavior<typeof operations> = {
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

const work: Readonly<Record<string, Work>> = {
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
function createOne(account: Account, item: Item, pointer: string, now: number): string | Problem {
  const { attributes, relationships } = item;
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

const thresholdMin = 100;

/** A threshold is sent as a number, and shown as a text (recorded.md, 6). */
// @guess create_coupon, update_coupon: A `low_balance_threshold` may be sent as a text, too.
function isThreshold(value: unknown): boolean {
  const count = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(count) && (count as number) >= thresholdMin;
}

/** A coupon is known by its external id. @guess create_coupon: An `external_id` that is taken is a 400. */
const keepingCoupons: Keeping<Coupon> = {
  idOf: ({ external_id }) => external_id,
  asKept({ monitor_configuration: monitor, ...given }) {
    if (monitor === undefined) return given;
    const { low_balance_threshold: threshold, ...others } = monitor ?? unsaidMonitor;
    const shown = typeof threshold === "number" ? String(threshold) : threshold;
    const kept = { ...others, ...(shown !== undefined && { low_balance_threshold: shown }) };
    return { ...given, monitor_configuration: kept };
  },
  refuse(account, { id, monitor_configuration: monitor }, before) {
    if (before === undefined && account.table(coupons).get(id) !== undefined) {
      const hint = `${id} exists: change it with PATCH /api/coupons/${id}`;
      const detail = `A coupon with external_id ${id} exists.`;
      return invalid("/data/attributes/external_id", detail, hint);
    }
    const threshold = monitor?.["low_balance_threshold"];
    if (threshold === undefined || isThreshold(threshold)) return undefined;
    const at = "/data/attributes/monitor_configuration/low_balance_threshold";
    return invalid(at, `Expected a whole number of at least ${thresholdMin}.`);
  },
  parts: [[couponCodes, ["coupon.id", "id"]]],
};

const keepingCodes: Keeping<CouponCode> = {
  idOf: ({ coupon: of, unique_code }) => codeId(of, unique_code),
  defaults: (_, now) => ({ expires_at: expiry(now) }),
  refuse: (account, { id, unique_code }, before) =>
    before === undefined && account.table(couponCodes).get(id) !== undefined
      ? invalid("/data/attributes/unique_code", `The coupon has the code ${unique_code}.`)
      : undefined,
};

export const couponsArea: ApiArea = {
  name: "coupons",
  resources: [coupon, couponCode, couponCodeJob],
  operations,
  behavior,
  work,
  bindings: { coupon: { keeping: keepingCoupons }, "coupon-code": { keeping: keepingCodes } },
};
