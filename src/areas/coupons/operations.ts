import { fixedPages } from "../../contract/row-options.ts";
import { create, get, list, relations, action, remove, update } from "../../contract/rows.ts";
import { newCodes } from "./body.ts";
import { coupon, couponCode } from "../../domain/resources/coupon.ts";
import { couponCodeJob } from "./resources.ts";

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
