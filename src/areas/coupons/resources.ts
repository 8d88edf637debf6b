import { many } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { bulkJobAttributes, bulkJobKept } from "../../domain/jobs.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

/** A bulk creation of coupon codes. */
export const couponCodeJob = resource("coupon-code-bulk-create-job", {
  path: "/api/coupon-code-bulk-create-jobs",
  parameter: "job_id",
  id: "ulid",
  attributes: bulkJobAttributes,
  relationships: { "coupon-codes": many("coupon-code", { ids: "codes" }) },
  kept: bulkJobKept,
  orders: ["created", ["status", "created"]],
  // @guess get_bulk_create_coupon_code_jobs: The oldest job comes first.
  defaultSort: "created",
});

export type CouponCodeJob = RecordOf<typeof couponCodeJob>;
export const couponCodeJobs = collectionOf(couponCodeJob);
