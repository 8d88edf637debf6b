import { many, namePattern, one, resource } from "../../contract/resource.ts";
import { open } from "../../contract/shape.ts";
import { couponCodeJobs, couponCodes, coupons } from "../../domain/collections.ts";
import { bulkJobAttributes } from "../../domain/jobs.ts";
import { jobStatuses } from "../../domain/records.ts";
import { codeStatus, codeStatuses } from "./body.ts";

export const coupon = resource("coupon", {
  path: "/api/coupons",
  collection: coupons.name,
  idPattern: new RegExp(namePattern),
  attributes: {
    external_id: { type: "string", nullable: false },
    description: { type: "string" },
    monitor_configuration: { type: "object", shape: open() },
  },
  relationships: { "coupon-codes": many("coupon-code", { by: "coupon.id", hidden: true }) },
  fields: { id: { type: "string" } },
  // @guess
  defaultSort: "id",
});

export const couponCode = resource("coupon-code", {
  path: "/api/coupon-codes",
  collection: couponCodes.name,
  attributes: {
    unique_code: { type: "string" },
    expires_at: { type: "datetime", echoed: true },
    status: { type: "string", shape: codeStatus, nullable: false },
  },
  relationships: {
    coupon: one("coupon", "coupon"),
    profile: one("profile", "profile", { optional: true }),
  },
  fields: {
    id: { type: "string" },
    expires_at: { type: "datetime" },
    status: { type: "string", values: codeStatuses },
    "coupon.id": { type: "string" },
    "profile.id": { type: "string" },
  },
  // @guess
  defaultSort: "id",
});

export const couponCodeJob = resource("coupon-code-bulk-create-job", {
  path: "/api/coupon-code-bulk-create-jobs",
  parameter: "job_id",
  collection: couponCodeJobs.name,
  attributes: bulkJobAttributes,
  relationships: { "coupon-codes": many("coupon-code") },
  fields: { status: { type: "string", values: jobStatuses }, created: { type: "datetime" } },
  // @guess
  defaultSort: "created",
});
