import { fixedPages, planned } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const plannedCoupons = [
  planned("coupon-code-bulk-create-job", "get_bulk_create_coupon_code_jobs", {
    get: "/api/coupon-code-bulk-create-jobs",
    scopes: ["coupon-codes:read"],
    tier: "L",
    filter: { status: ["equals"] },
    fields: ["coupon-code-bulk-create-job"],
    paging: [fixedPages(100)],
  }),
  planned("coupon-code-bulk-create-job", "bulk_create_coupon_codes", {
    post: "/api/coupon-code-bulk-create-jobs",
    scopes: ["coupon-codes:write"],
    tier: "L",
    fields: ["coupon-code-bulk-create-job"],
  }),
  planned("coupon-code-bulk-create-job", "get_bulk_create_coupon_codes_job", {
    get: "/api/coupon-code-bulk-create-jobs/{job_id}",
    scopes: ["coupon-codes:read"],
    tier: "L",
    include: ["coupon-codes"],
    fields: ["coupon-code", "coupon-code-bulk-create-job"],
  }),
] as const;
