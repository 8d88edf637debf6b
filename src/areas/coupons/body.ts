import { namePattern } from "../../contract/resource.ts";
import { list, literal, nullable, object, open, string } from "../../contract/shape.ts";

const described = {
  "description?": nullable(string({ maxLength: 1000 })),
  "monitor_configuration?": nullable(open()),
} as const;

export const newCoupon = object({
  data: object({
    type: literal("coupon"),
    attributes: object({
      external_id: string({ minLength: 1, maxLength: 255, pattern: namePattern }),
      ...described,
    }),
  }),
});

export const updatedCoupon = object({
  data: object({ type: literal("coupon"), id: string(), attributes: object(described) }),
});

const newCodeData = object({
  type: literal("coupon-code"),
  attributes: object({
    unique_code: string({ minLength: 1, maxLength: 255, wellFormed: true }),
    "expires_at?": nullable(string({ format: "datetime" })),
  }),
  relationships: object({
    coupon: object({ data: object({ type: literal("coupon"), id: string() }) }),
  }),
});

export const newCode = object({ data: newCodeData });

/** @guess: 1,000 codes at most. */
export const newCodes = object({
  data: object({
    type: literal("coupon-code-bulk-create-job"),
    attributes: object({
      "coupon-codes": object({ data: list(newCodeData, { min: 1, max: 1000 }) }),
    }),
  }),
});

/** What can become of a code. */
export const codeStatuses = [
  "ASSIGNED_TO_PROFILE",
  "DELETING",
  "PROCESSING",
  "UNASSIGNED",
  "USED",
  "VERSION_NOT_ACTIVE",
] as const;
export const codeStatus = literal(...codeStatuses);

export const updatedCode = object({
  data: object({
    type: literal("coupon-code"),
    id: string(),
    attributes: object({
      "status?": nullable(codeStatus),
      "expires_at?": nullable(string({ format: "datetime" })),
    }),
  }),
});
