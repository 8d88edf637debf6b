import { objectOf, one, resource } from "../../contract/resource.ts";
import { action, get, list, pages, relation } from "../../contract/rows.ts";
import { pushTokens } from "../../domain/collections.ts";
import {
  background,
  deviceShapes,
  enablement,
  enablements,
  newPushToken,
  platform,
  platforms,
  vendor,
} from "../../domain/push-token-shape.ts";
import { profile } from "./resources.ts";

export const pushToken = resource("push-token", {
  path: "/api/push-tokens",
  collection: pushTokens.name,
  attributes: {
    created: { type: "datetime", nullable: false },
    token: { type: "string", nullable: false },
    enablement_status: { type: "string", shape: enablement, nullable: false },
    platform: { type: "string", shape: platform, nullable: false },
    vendor: { type: "string", shape: vendor, nullable: false },
    background: { type: "string", shape: background, nullable: false },
    recorded_date: { type: "datetime", nullable: false },
    metadata: objectOf(deviceShapes),
  },
  relationships: { profile: one("profile", "profile") },
  fields: {
    id: { type: "string" },
    "profile.id": { type: "string" },
    enablement_status: { type: "string", values: enablements },
    platform: { type: "string", values: platforms },
    created: { type: "datetime" },
  },
  // @guess
  defaultSort: "created",
});

const since = "2025-04-15";
const reading = { scopes: ["profiles:read", "push-tokens:read"], tier: "M", since } as const;
const include = ["profile"];
const fields = ["profile", "push-token"];

export const pushTokenRows = [
  list(pushToken, "get_push_tokens", {
    ...reading,
    filter: {
      id: ["equals"],
      "profile.id": ["equals"],
      enablement_status: ["equals"],
      platform: ["equals"],
    },
    include,
    fields,
    paging: [pages({ default: 20, max: 100 })],
  }),
  action(pushToken, "create_push_token", {
    post: "/api/push-tokens",
    scopes: ["profiles:write", "push-tokens:write"],
    tier: "L",
    body: newPushToken,
    success: 202,
    empty: true,
  }),
  get(pushToken, "get_push_token", { ...reading, include, fields }),
  action(pushToken, "delete_push_token", {
    delete: "/api/push-tokens/{id}",
    scopes: ["push-tokens:write"],
    tier: "S",
    since,
    success: 204,
    empty: true,
  }),
  ...relation(
    profile,
    "push-tokens",
    ["get_push_tokens_for_profile", "get_push_token_ids_for_profile"],
    { scopes: ["profiles:read"], tier: "M", since, fields: ["push-token"] },
  ),
  ...relation(
    pushToken,
    "profile",
    ["get_profile_for_push_token", "get_profile_id_for_push_token"],
    {
      ...reading,
      fields: ["profile"],
      additionalFields: { profile: ["subscriptions", "predictive_analytics"] },
    },
  ),
] as const;
