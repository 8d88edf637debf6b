import { action, type RowOptions } from "../../contract/rows.ts";
import { boolean, list, literal, nullable, object, string } from "../../contract/shape.ts";
import {
  listRelationship,
  subscribedChannels,
  unsubscribedChannels,
} from "../../domain/subscription-shape.ts";
import { profile } from "./resources.ts";

/** Profiles per request (specification, "Payload and ingestion limits"). */
export const profilesMax = 100;

const email = nullable(string({ format: "email" }));
const phone = nullable(string({ format: "phone_number" }));

/** The body of Subscribe Profiles. No profile properties can be included (specification). */
const subscribeBody = object({
  data: object({
    type: literal("profile-subscription-bulk-create-job"),
    attributes: object({
      "custom_source?": nullable(string()),
      "historical_import?": nullable(boolean()),
      profiles: object({
        data: list(
          object({
            type: literal("profile"),
            "id?": nullable(string()),
            attributes: object({
              "email?": email,
              "phone_number?": phone,
              "subscriptions?": subscribedChannels,
              "age_gated_date_of_birth?": nullable(string()),
            }),
          }),
          { min: 1, max: profilesMax },
        ),
      }),
    }),
    "relationships?": listRelationship,
  }),
});

const unsubscribeBody = object({
  data: object({
    type: literal("profile-subscription-bulk-delete-job"),
    attributes: object({
      profiles: object({
        data: list(
          object({
            type: literal("profile"),
            attributes: object({
              "email?": email,
              "phone_number?": phone,
              "subscriptions?": unsubscribedChannels,
            }),
          }),
          { min: 1, max: profilesMax },
        ),
      }),
    }),
    "relationships?": listRelationship,
  }),
});

const options: RowOptions = {
  scopes: ["lists:write", "profiles:write", "subscriptions:write"],
  tier: "L",
};

export const subscriptionRows = [
  action(profile, "bulk_subscribe_profiles", {
    post: "/api/profile-subscription-bulk-create-jobs",
    ...options,
    body: subscribeBody,
    success: 202,
    empty: true,
  }),
  action(profile, "bulk_unsubscribe_profiles", {
    post: "/api/profile-subscription-bulk-delete-jobs",
    ...options,
    body: unsubscribeBody,
    success: 202,
    empty: true,
  }),
] as const;
