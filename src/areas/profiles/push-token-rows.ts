import { action, get, list, pages, relation, remove } from "../../contract/rows.ts";
import { newPushToken } from "../../domain/profiles/push-token-shape.ts";
import { profile } from "../../domain/resources/profile.ts";
import { pushToken } from "../../domain/resources/push-token.ts";

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
  remove(pushToken, "delete_push_token", { scopes: ["push-tokens:write"], tier: "S", since }),
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
