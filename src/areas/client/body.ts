import {
  absentIfNull,
  during,
  literal,
  nullable,
  object,
  open,
  required,
  string,
} from "../../contract/shape.ts";
import { eventData, eventsOfOne } from "../../domain/events/shape.ts";
import {
  profileFields,
  profileMeta,
  profileWithMeta,
  profileWithMetaBeside,
} from "../../domain/profiles/shape.ts";
import { listRelationship, subscribedChannels } from "../../domain/consent/subscription-shape.ts";

/** A list had to be named, then need not be, and must again. */
const listNeeded = [{ until: "2024-05-15" }, { since: "2025-01-15" }] as const;

/** One profile, with its properties, and perhaps the list that it subscribes to (specification). */
export const newSubscription = object({
  data: object({
    type: literal("subscription"),
    attributes: object({
      "custom_source?": nullable(string()),
      profile: object({
        data: object({
          type: literal("profile"),
          "id?": nullable(string()),
          attributes: object({
            ...profileFields,
            "meta?": during(
              absentIfNull(profileMeta),
              { until: "2024-02-15" },
              { since: "2025-01-15" },
            ),
            "subscriptions?": during(absentIfNull(subscribedChannels), { since: "2025-01-15" }),
          }),
          "properties?": open(),
          "meta?": during(absentIfNull(profileMeta), { since: "2024-02-15", until: "2025-01-15" }),
        }),
      }),
    }),
    "relationships?": required(listRelationship(...listNeeded), ...listNeeded),
  }),
});

export const newClientEvent = object({ data: eventData });
export const newClientEvents = object({ data: eventsOfOne });
export const clientProfile = object({ data: profileWithMetaBeside });

export const unregistration = object({
  data: object({
    type: literal("push-token-unregister"),
    attributes: object({
      token: string({ minLength: 1 }),
      platform: literal("android", "ios"),
      "vendor?": nullable(literal("apns", "fcm")),
      profile: object({
        data: profileWithMeta([{ until: "2024-02-15" }], [{ since: "2024-02-15" }]),
      }),
    }),
  }),
});
