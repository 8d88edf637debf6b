import { creation } from "../../contract/bodies.ts";
import { list, literal, object } from "../../contract/shape.ts";
import { couponCode } from "../../domain/resources/coupon.ts";

/** @guess bulk_create_coupon_codes: One job takes up to 1,000 codes. */
export const newCodes = object({
  data: object({
    type: literal("coupon-code-bulk-create-job"),
    attributes: object({
      "coupon-codes": object({ data: list(creation(couponCode), { min: 1, max: 1000 }) }),
    }),
  }),
});
