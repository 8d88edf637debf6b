import { creation } from "../../contract/bodies.ts";
import { bodyOf } from "../bodies.ts";
import { bulkJobResource } from "../bulk-jobs.ts";
import { list as listOf, object } from "../../contract/shape.ts";
import { couponCode, coupon } from "../../domain/resources/coupon.ts";
import { many } from "../../contract/members.ts";
import type { RecordOf } from "../../contract/resource.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { fixedPages } from "../../contract/row-options.ts";
import { create, get, list, relations, action, remove, update } from "../../contract/rows.ts";

/** @guess bulk_create_coupon_codes: One job takes up to 1,000 codes. */
export const newCodes = bodyOf("coupon-code-bulk-create-job", {
  attributes: object({
    "coupon-codes": object({ data: listOf(creation(couponCode), { min: 1, max: 1000 }) }),
  }),
});

/** A bulk creation of coupon codes. */
export const couponCodeJob = bulkJobResource("coupon-code-bulk-create-job", {
  "coupon-codes": many("coupon-code", { ids: "codes" }),
});

export type CouponCodeJob = RecordOf<typeof couponCodeJob>;
export const couponCodeJobs = collectionOf(couponCodeJob);

export const operations = [
  list(coupon, "get_coupons"),
  create(coupon, "create_coupon"),
  get(coupon, "get_coupon"),
  update(coupon, "update_coupon"),
  remove(coupon, "delete_coupon"),
  list(couponCode, "get_coupon_codes", { required: ["filter"] }),
  create(couponCode, "create_coupon_code", {
    success: [
      { status: 201, empty: false, until: "2024-06-15" },
      { status: 200, empty: false, since: "2024-06-15" },
    ],
  }),
  get(couponCode, "get_coupon_code"),
  update(couponCode, "update_coupon_code"),
  remove(couponCode, "delete_coupon_code"),
  ...relations(couponCode, ["coupon"]),
  ...relations(coupon, ["coupon-codes"]),
  list(couponCodeJob, "get_bulk_create_coupon_code_jobs", { paging: [fixedPages(100)] }),
  action(couponCodeJob, "bulk_create_coupon_codes", { body: newCodes }),
  get(couponCodeJob, "get_bulk_create_coupon_codes_job"),
] as const;
