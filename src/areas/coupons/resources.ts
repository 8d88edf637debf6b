import { many, one, resource } from "../../contract/resource.ts";
import { couponCodeJobs, couponCodes, coupons } from "../../domain/collections.ts";

export const coupon = resource("coupon", {
  path: "/api/coupons",
  collection: coupons.name,
  attributes: {
    external_id: { type: "string" },
    description: { type: "string" },
    monitor_configuration: { type: "object" },
  },
  relationships: { "coupon-codes": many("coupon-code") },
  fields: { id: { type: "string" } },
  // @guess
  defaultSort: "id",
});

export const couponCode = resource("coupon-code", {
  path: "/api/coupon-codes",
  collection: couponCodes.name,
  attributes: {
    unique_code: { type: "string" },
    expires_at: { type: "datetime" },
    status: { type: "string" },
  },
  relationships: { coupon: one("coupon", "coupon"), profile: one("profile", "profile") },
  fields: {
    id: { type: "string" },
    expires_at: { type: "datetime" },
    status: { type: "string" },
    "coupon.id": { type: "string" },
    "profile.id": { type: "string" },
  },
  // @guess
  defaultSort: "id",
});

export const couponCodeJob = resource("coupon-code-bulk-create-job", {
  path: "/api/coupon-code-bulk-create-jobs",
  collection: couponCodeJobs.name,
  attributes: {
    status: { type: "string" },
    created_at: { type: "datetime", from: "created" },
    total_count: { type: "integer" },
    completed_count: { type: "integer" },
    failed_count: { type: "integer" },
    completed_at: { type: "datetime" },
    errors: { type: "any" },
    expires_at: { type: "datetime" },
  },
  relationships: { "coupon-codes": many("coupon-code", { embedded: "codes" }) },
  fields: { status: { type: "string" }, created: { type: "datetime" } },
  // @guess
  defaultSort: "created",
});
