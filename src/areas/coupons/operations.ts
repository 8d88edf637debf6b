import { create, get, list, lookup, pages, range, relation } from "../../contract/rows.ts";
import { action, fixedPages, remove, update } from "../../contract/rows.ts";
import { newCodes } from "./body.ts";
import { coupon, couponCode, couponCodeJob } from "./resources.ts";

const paging = [pages({ default: 100, max: 100 })];
const ofCoupons = { fields: ["coupon"] } as const;
const writing = { scopes: ["coupons:write"], tier: "S", ...ofCoupons } as const;
const ofCodes = { tier: "XL", fields: ["coupon-code"] } as const;
const reading = { scopes: ["coupon-codes:read"], tier: "XL", include: ["coupon"] } as const;
const ofJobs = { tier: "L", fields: ["coupon-code-bulk-create-job"] } as const;
const filter = {
  expires_at: range,
  status: ["equals"],
  "coupon.id": lookup,
  "profile.id": lookup,
} as const;

export const operations = [
  list(coupon, "get_coupons", { scopes: ["coupons:read"], tier: "L", ...ofCoupons, paging }),
  create(coupon, "create_coupon", writing),
  get(coupon, "get_coupon", { scopes: ["coupons:read"], tier: "L", ...ofCoupons }),
  update(coupon, "update_coupon", writing),
  remove(coupon, "delete_coupon", { scopes: ["coupons:write"], tier: "S" }),
  list(couponCode, "get_coupon_codes", {
    ...reading,
    required: ["filter"],
    filter,
    fields: ["coupon", "coupon-code"],
    paging,
  }),
  create(couponCode, "create_coupon_code", {
    scopes: ["coupon-codes:write"],
    ...ofCodes,
    success: [
      { status: 201, empty: false, until: "2024-06-15" },
      { status: 200, empty: false, since: "2024-06-15" },
    ],
  }),
  get(couponCode, "get_coupon_code", { ...reading, fields: ["coupon", "coupon-code"] }),
  update(couponCode, "update_coupon_code", { scopes: ["coupon-codes:write"], ...ofCodes }),
  remove(couponCode, "delete_coupon_code", { scopes: ["coupon-codes:write"], tier: "XL" }),
  ...relation(
    couponCode,
    "coupon",
    ["get_coupon_for_coupon_code", "get_coupon_id_for_coupon_code"],
    {
      scopes: ["coupons:read"],
      tier: "L",
      ...ofCoupons,
    },
  ),
  ...relation(
    coupon,
    "coupon-codes",
    ["get_coupon_codes_for_coupon", "get_coupon_code_ids_for_coupon"],
    { scopes: ["coupon-codes:read"], tier: "L", filter, fields: ["coupon-code"], paging },
  ),
  list(couponCodeJob, "get_bulk_create_coupon_code_jobs", {
    ...ofJobs,
    scopes: ["coupon-codes:read"],
    filter: { status: ["equals"] },
    paging: [fixedPages(100)],
  }),
  action(couponCodeJob, "bulk_create_coupon_codes", {
    ...ofJobs,
    post: couponCodeJob.path,
    scopes: ["coupon-codes:write"],
    body: newCodes,
    success: 202,
  }),
  get(couponCodeJob, "get_bulk_create_coupon_codes_job", {
    tier: "L",
    scopes: ["coupon-codes:read"],
    include: ["coupon-codes"],
    fields: ["coupon-code", "coupon-code-bulk-create-job"],
  }),
] as const;
