import { fixedPages, lookup, pages, planned, range } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const plannedCoupons = [
  planned("coupon", "get_coupons", {
    get: "/api/coupons",
    scopes: ["coupons:read"],
    tier: "L",
    fields: ["coupon"],
    paging: [pages({ default: 100, max: 100 })],
  }),
  planned("coupon", "create_coupon", {
    post: "/api/coupons",
    scopes: ["coupons:write"],
    tier: "S",
    fields: ["coupon"],
  }),
  planned("coupon", "get_coupon", {
    get: "/api/coupons/{id}",
    scopes: ["coupons:read"],
    tier: "L",
    fields: ["coupon"],
  }),
  planned("coupon", "update_coupon", {
    patch: "/api/coupons/{id}",
    scopes: ["coupons:write"],
    tier: "S",
    fields: ["coupon"],
  }),
  planned("coupon", "delete_coupon", {
    delete: "/api/coupons/{id}",
    scopes: ["coupons:write"],
    tier: "S",
  }),
  planned("coupon-code", "get_coupon_codes", {
    get: "/api/coupon-codes",
    scopes: ["coupon-codes:read"],
    tier: "XL",
    filter: {
      expires_at: range,
      status: ["equals"],
      "coupon.id": lookup,
      "profile.id": lookup,
    },
    include: ["coupon"],
    fields: ["coupon", "coupon-code"],
    paging: [pages({ default: 100, max: 100 })],
  }),
  planned("coupon-code", "create_coupon_code", {
    post: "/api/coupon-codes",
    scopes: ["coupon-codes:write"],
    tier: "XL",
    fields: ["coupon-code"],
  }),
  planned("coupon-code", "get_coupon_code", {
    get: "/api/coupon-codes/{id}",
    scopes: ["coupon-codes:read"],
    tier: "XL",
    include: ["coupon"],
    fields: ["coupon", "coupon-code"],
  }),
  planned("coupon-code", "update_coupon_code", {
    patch: "/api/coupon-codes/{id}",
    scopes: ["coupon-codes:write"],
    tier: "XL",
    fields: ["coupon-code"],
  }),
  planned("coupon-code", "delete_coupon_code", {
    delete: "/api/coupon-codes/{id}",
    scopes: ["coupon-codes:write"],
    tier: "XL",
  }),
  planned("coupon-code-bulk-create-job", "get_bulk_create_coupon_code_jobs", {
    get: "/api/coupon-code-bulk-create-jobs",
    scopes: ["coupon-codes:read"],
    tier: "L",
    filter: {
      status: ["equals"],
    },
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
  planned("coupon", "get_coupon_for_coupon_code", {
    get: "/api/coupon-codes/{id}/coupon",
    scopes: ["coupons:read"],
    tier: "L",
    fields: ["coupon"],
  }),
  planned("coupon", "get_coupon_id_for_coupon_code", {
    get: "/api/coupon-codes/{id}/relationships/coupon",
    scopes: ["coupons:read"],
    tier: "L",
  }),
  planned("coupon-code", "get_coupon_codes_for_coupon", {
    get: "/api/coupons/{id}/coupon-codes",
    scopes: ["coupon-codes:read"],
    tier: "L",
    filter: {
      expires_at: range,
      status: ["equals"],
      "coupon.id": lookup,
      "profile.id": lookup,
    },
    fields: ["coupon-code"],
    paging: [pages({ default: 100, max: 100 })],
  }),
  planned("coupon-code", "get_coupon_code_ids_for_coupon", {
    get: "/api/coupons/{id}/relationships/coupon-codes",
    scopes: ["coupon-codes:read"],
    tier: "L",
    filter: {
      expires_at: range,
      status: ["equals"],
      "coupon.id": lookup,
      "profile.id": lookup,
    },
    paging: [pages({ default: 100, max: 100 })],
  }),
] as const;
