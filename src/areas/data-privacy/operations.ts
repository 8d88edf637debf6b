import { action } from "../../contract/rows.ts";
import { literal, nullable, object, string } from "../../contract/shape.ts";

/** Who is to be deleted: an id, or an email, or a phone number. */
const body = object({
  data: object({
    type: literal("data-privacy-deletion-job"),
    attributes: object({
      profile: object({
        data: object({
          type: literal("profile"),
          "id?": nullable(string()),
          attributes: object({
            "email?": nullable(string({ format: "email" })),
            "phone_number?": nullable(string({ format: "phone_number" })),
          }),
        }),
      }),
    }),
  }),
});

export const operations = [
  action({ type: "data-privacy-deletion-job" }, "request_profile_deletion", {
    post: "/api/data-privacy-deletion-jobs",
    scopes: ["data-privacy:write"],
    tier: "S",
    body,
    success: 202,
    empty: true,
  }),
] as const;
