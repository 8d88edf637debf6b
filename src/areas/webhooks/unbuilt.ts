import { unbuilt } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const unbuiltWebhooks = [
  unbuilt("webhook", "get_webhooks", {
    get: "/api/webhooks",
    scopes: ["webhooks:read"],
    tier: "XS",
    since: "2024-07-15",
    include: ["webhook-topics"],
    fields: ["webhook", "webhook-topic"],
  }),
  unbuilt("webhook", "create_webhook", {
    post: "/api/webhooks",
    scopes: ["webhooks:write"],
    tier: "XS",
    since: "2024-07-15",
    fields: ["webhook"],
  }),
  unbuilt("webhook", "get_webhook", {
    get: "/api/webhooks/{id}",
    scopes: ["webhooks:read"],
    tier: "XS",
    since: "2024-07-15",
    include: ["webhook-topics"],
    fields: ["webhook", "webhook-topic"],
  }),
  unbuilt("webhook", "update_webhook", {
    patch: "/api/webhooks/{id}",
    scopes: ["webhooks:write"],
    tier: "XS",
    since: "2024-07-15",
    fields: ["webhook"],
  }),
  unbuilt("webhook", "delete_webhook", {
    delete: "/api/webhooks/{id}",
    scopes: ["webhooks:write"],
    tier: "XS",
    since: "2024-07-15",
  }),
  unbuilt("webhook-topic", "get_webhook_topics", {
    get: "/api/webhook-topics",
    scopes: ["webhooks:read"],
    tier: "XS",
    since: "2024-07-15",
    fields: ["webhook-topic"],
  }),
  unbuilt("webhook-topic", "get_webhook_topic", {
    get: "/api/webhook-topics/{id}",
    scopes: ["webhooks:read"],
    tier: "XS",
    since: "2024-07-15",
    fields: ["webhook-topic"],
  }),
] as const;
