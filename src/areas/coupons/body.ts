import { creation } from "../../contract/bodies.ts";
import { list, literal, object } from "../../contract/shape.ts";
import { couponCode } from "../../domain/resources/coupon.ts";

/** Codes that are made together. @guess: 1,000 at most. */
export const newCodes = object({
  data: object({
    type: literal("coupon-code-bulk-create-job"),
    attributes: object({
      "coupon-codes": object({ data: list(creation(couponCode), { min: 1, max: 1000 }) }),
    }),
  }),
});
