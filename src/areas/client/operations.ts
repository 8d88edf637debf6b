import { instant } from "../../contract/members.ts";
import { type RecordOf, unstored } from "../../contract/resource.ts";
import { list, string, absentIfNull, during, literal, nullable } from "../../contract/shape.ts";
import { object, open, required } from "../../contract/shape.ts";
import { bodyOf } from "../bodies.ts";
import { action } from "../../contract/rows.ts";
import { backInStock } from "../../domain/back-in-stock.ts";
import { newPushToken } from "../../domain/profiles/shown-shapes.ts";
import { geofence } from "./geofences.ts";
import { reviewRows } from "./reviews.ts";
import { eventData, eventsOfOne } from "../../domain/events/check.ts";
import { profileFields, profileMeta, profileWithMeta } from "../../domain/profiles/shape.ts";
import { profileWithMetaBeside } from "../../domain/profiles/shape.ts";
import { listRelationship, subscribedChannels } from "../../domain/consent/subscription-shape.ts";

/** The addresses that the service calls from. */
export const ipAllowlist = unstored("ip-allowlist", {
  path: "/client/ip-allowlists",
  attributes: {
    prefixes: { shape: list(string()) },
    sync_token: { shape: string() },
    created: { shape: instant() },
  },
});

/** The only one that there is. @guess get_client_ip_allowlist: The addresses are those reserved for documentation, and their token and age are made up. */
export const allowlist: RecordOf<typeof ipAllowlist> = {
  id: "integration-egress",
  seq: 0,
  prefixes: ["192.0.2.0/24", "198.51.100.0/24", "2001:db8::/32"],
  sync_token: "1",
  created: Date.UTC(2026, 6, 15),
};

/** A list had to be named, then need not be, and must again. */
const listNeeded = [{ until: "2024-05-15" }, { since: "2025-01-15" }] as const;
const meta = absentIfNull(profileMeta);

/** One profile, with its properties, and perhaps the list that it subscribes to (specification). */
const newSubscription = bodyOf("subscription", {
  attributes: object({
    "custom_source?": nullable(string()),
    profile: bodyOf("profile", {
      "id?": nullable(string()),
      attributes: object({
        ...profileFields,
        "meta?": during(meta, { until: "2024-02-15" }, { since: "2025-01-15" }),
        "subscriptions?": during(absentIfNull(subscribedChannels), { since: "2025-01-15" }),
      }),
      "properties?": open(),
      "meta?": during(meta, { since: "2024-02-15", until: "2025-01-15" }),
    }),
  }),
  "relationships?": required(listRelationship(...listNeeded), ...listNeeded),
});

const unregistration = bodyOf("push-token-unregister", {
  attributes: object({
    token: string({ minLength: 1 }),
    platform: literal("android", "ios"),
    "vendor?": nullable(literal("apns", "fcm")),
    profile: object({
      data: profileWithMeta([{ until: "2024-02-15" }], [{ since: "2024-02-15" }]),
    }),
  }),
});

/** What a client may do: create, and be told nothing (specification, "Client-side operations"). */
export const operations = [
  action({ type: "client-subscription" }, "create_client_subscription", { body: newSubscription }),
  action({ type: "push-token" }, "create_client_push_token", { body: newPushToken }),
  action({ type: "push-token" }, "unregister_client_push_token", { body: unregistration }),
  action({ type: "event" }, "create_client_event", { body: object({ data: eventData }) }),
  action({ type: "profile" }, "create_client_profile", {
    body: object({ data: profileWithMetaBeside }),
  }),
  action({ type: "event" }, "bulk_create_client_events", { body: object({ data: eventsOfOne }) }),
  action({ type: "back-in-stock-subscription" }, "create_client_back_in_stock_subscription", {
    body: backInStock,
  }),
  action(geofence, "get_client_geofences", { header: "filtersHeader" }),
  action(ipAllowlist, "get_client_ip_allowlist", { open: true }),
  ...reviewRows,
] as const;
