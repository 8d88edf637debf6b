import { literal, nullable, object, open, string } from "../../contract/shape.ts";
import { eventData, eventProfile, eventsOfOne } from "../../domain/event-shape.ts";
import { profileFields, profileMeta } from "../../domain/profile-shape.ts";
import { listRelationship, subscribedChannels } from "../../domain/subscription-shape.ts";

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
            "meta?": profileMeta,
            "subscriptions?": subscribedChannels,
          }),
          "properties?": open(),
          "meta?": profileMeta,
        }),
      }),
    }),
    "relationships?": listRelationship,
  }),
});

export const newClientEvent = object({ data: eventData });
export const newClientEvents = object({ data: eventsOfOne });
export const clientProfile = object({ data: eventProfile });

export const unregistration = object({
  data: object({
    type: literal("push-token-unregister"),
    attributes: object({
      token: string({ minLength: 1 }),
      platform: literal("android", "ios"),
      "vendor?": nullable(literal("apns", "fcm")),
      profile: object({ data: eventProfile }),
    }),
  }),
});
