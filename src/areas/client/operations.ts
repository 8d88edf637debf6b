import { action } from "../../contract/rows.ts";
import { backInStock } from "../../domain/back-in-stock.ts";
import { newPushToken } from "../../domain/profiles/shown-shapes.ts";
import { geofence } from "./geofences.ts";
import { ipAllowlist } from "./ip-allowlist.ts";
import { reviewRows } from "./reviews.ts";
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
const newSubscription = object({
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

const newClientEvent = object({ data: eventData });
const newClientEvents = object({ data: eventsOfOne });
const clientProfile = object({ data: profileWithMetaBeside });

const unregistration = object({
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

/** What a client may do: create, and be told nothing (specification, "Client-side operations"). */
export const operations = [
  action({ type: "client-subscription" }, "create_client_subscription", { body: newSubscription }),
  action({ type: "push-token" }, "create_client_push_token", { body: newPushToken }),
  action({ type: "push-token" }, "unregister_client_push_token", { body: unregistration }),
  action({ type: "event" }, "create_client_event", { body: newClientEvent }),
  action({ type: "profile" }, "create_client_profile", { body: clientProfile }),
  action({ type: "event" }, "bulk_create_client_events", { body: newClientEvents }),
  action({ type: "back-in-stock-subscription" }, "create_client_back_in_stock_subscription", {
    body: backInStock,
  }),
  action(geofence, "get_client_geofences", { header: "filtersHeader" }),
  action(ipAllowlist, "get_client_ip_allowlist", { open: true }),
  ...reviewRows,
] as const;
