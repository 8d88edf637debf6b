import { literal, nullable, object, open, string } from "../../contract/shape.ts";

const described = {
  "description?": nullable(string({ maxLength: 1000 })),
  "monitor_configuration?": nullable(open()),
} as const;

export const newCoupon = object({
  data: object({
    type: literal("coupon"),
    attributes: object({ external_id: string({ minLength: 1, maxLength: 255 }), ...described }),
  }),
});

export const updatedCoupon = object({
  data: object({ type: literal("coupon"), id: string(), attributes: object(described) }),
});

export const newCode = object({
  data: object({
    type: literal("coupon-code"),
    attributes: object({
      unique_code: string({ minLength: 1, maxLength: 255 }),
      "expires_at?": nullable(string({ format: "datetime" })),
    }),
    relationships: object({
      coupon: object({ data: object({ type: literal("coupon"), id: string() }) }),
    }),
  }),
});

export const updatedCode = object({
  data: object({
    type: literal("coupon-code"),
    id: string(),
    attributes: object({
      "status?": literal(
        "ASSIGNED_TO_PROFILE",
        "DELETING",
        "PROCESSING",
        "UNASSIGNED",
        "USED",
        "VERSION_NOT_ACTIVE",
      ),
      "expires_at?": nullable(string({ format: "datetime" })),
    }),
  }),
});
