import { action } from "../../contract/rows.ts";
import {
  boolean,
  during,
  list,
  literal,
  nullable,
  object,
  required,
  string,
} from "../../contract/shape.ts";
import { profile } from "../../domain/resources/profile.ts";
import {
  listRelationship,
  subscribedChannels,
  unsubscribedChannels,
} from "../../domain/consent/subscription-shape.ts";

/** Profiles per request (specification, "Payload and ingestion limits"). */
export const profilesMax = 100;

const email = nullable(string({ format: "email" }));
const phone = nullable(string({ format: "phone_number" }));

/** Since then each profile says to which channels (behaviour.md, 4; revisions.json). */
const saying = { since: "2025-01-15" } as const;

/** A subscription was to a list, before. */
const listed = { until: "2023-12-15" } as const;

/** The body of Subscribe Profiles. No profile properties can be included (specification). */
const subscribeBody = object({
  data: object({
    type: literal("profile-subscription-bulk-create-job"),
    attributes: object({
      "custom_source?": nullable(string()),
      "historical_import?": during(nullable(boolean()), { since: "2024-07-15" }),
      profiles: object({
        data: list(
          object({
            type: literal("profile"),
            "id?": nullable(string()),
            attributes: object({
              "email?": email,
              "phone_number?": phone,
              "subscriptions?": required(subscribedChannels, saying),
              "age_gated_date_of_birth?": during(nullable(string({ format: "date" })), {
                since: "2024-05-15",
              }),
            }),
          }),
          { min: 1, max: profilesMax },
        ),
      }),
    }),
    "relationships?": required(listRelationship(listed), listed),
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
              "subscriptions?": required(
                during(unsubscribedChannels, { since: "2024-10-15" }),
                saying,
              ),
            }),
          }),
          { min: 1, max: profilesMax },
        ),
      }),
    }),
    "relationships?": listRelationship(),
  }),
});

export const subscriptionRows = [
  action(profile, "bulk_subscribe_profiles", { body: subscribeBody }),
  action(profile, "bulk_unsubscribe_profiles", { body: unsubscribeBody }),
] as const;
