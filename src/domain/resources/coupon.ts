import { instant, many, one } from "../../contract/members.ts";
import { namePattern, type RecordOf, resource } from "../../contract/resource.ts";
import { literal, nullable, open, string } from "../../contract/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { words } from "../../contract/words.ts";

/** How a coupon is watched of which nothing is said (recorded.md, 6). */
export const unsaidMonitor = { low_balance_threshold: "500" };

export const coupon = resource("coupon", {
  path: "/api/coupons",
  idPattern: new RegExp(namePattern),
  attributes: {
    external_id: {
      shape: string({ minLength: 1, maxLength: 255, pattern: namePattern }),
      write: "create",
      required: true,
    },
    description: { shape: nullable(string({ maxLength: 1000 })), write: "always" },
    monitor_configuration: { shape: nullable(open()), write: "always", default: unsaidMonitor },
  },
  relationships: { "coupon-codes": many("coupon-code", { by: "coupon.id", hidden: true }) },
  natural: ["external_id"],
  orders: ["id"],
  // @guess get_coupons: Coupons are in the order of their ids.
  defaultSort: "id",
});

export type Coupon = RecordOf<typeof coupon>;
export const coupons = collectionOf(coupon);

const status = literal(
  ...words("ASSIGNED_TO_PROFILE DELETING PROCESSING UNASSIGNED USED VERSION_NOT_ACTIVE"),
);

const ofCoupon = [
  ["coupon.id", "id"],
  ["coupon.id", "status"],
] as const;
export const couponCode = resource("coupon-code", {
  path: "/api/coupon-codes",
  attributes: {
    unique_code: {
      shape: string({ minLength: 1, maxLength: 255, wellFormed: true }),
      write: "create",
      required: true,
    },
    expires_at: {
      shape: nullable(instant()),
      write: "always",
      body: nullable(string({ format: "datetime" })),
      echoed: true,
    },
    status: { shape: status, write: "update", default: "UNASSIGNED" },
  },
  relationships: {
    coupon: one("coupon", { write: "create", required: true }),
    // @guess request_profile_deletion: A coupon code that was assigned to the profile is unassigned.
    profile: one("profile", { optional: true, erased: "cleared" }),
  },
  natural: [["coupon", "unique_code"]],
  orders: ["id", "expires_at", ...ofCoupon, "coupon.id", "profile.id"],
  // @guess get_coupon_codes*, get_coupon_code_ids_for_coupon: Coupon codes are in the order of their ids.
  defaultSort: "id",
});

export type CouponCode = RecordOf<typeof couponCode>;
export const couponCodes = collectionOf(couponCode);
