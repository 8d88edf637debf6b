import { pages, planned } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const plannedProfiles = [
  planned("push-token", "get_push_tokens", {
    get: "/api/push-tokens",
    scopes: ["profiles:read", "push-tokens:read"],
    tier: "M",
    since: "2025-04-15",
    filter: {
      id: ["equals"],
      "profile.id": ["equals"],
      enablement_status: ["equals"],
      platform: ["equals"],
    },
    include: ["profile"],
    fields: ["profile", "push-token"],
    paging: [pages({ default: 20, max: 100 })],
  }),
  planned("push-token", "create_push_token", {
    post: "/api/push-tokens",
    scopes: ["profiles:write", "push-tokens:write"],
    tier: "L",
  }),
  planned("push-token", "get_push_token", {
    get: "/api/push-tokens/{id}",
    scopes: ["profiles:read", "push-tokens:read"],
    tier: "M",
    since: "2025-04-15",
    include: ["profile"],
    fields: ["profile", "push-token"],
  }),
  planned("push-token", "delete_push_token", {
    delete: "/api/push-tokens/{id}",
    scopes: ["push-tokens:write"],
    tier: "S",
    since: "2025-04-15",
  }),
  planned("push-token", "get_push_tokens_for_profile", {
    get: "/api/profiles/{id}/push-tokens",
    scopes: ["profiles:read"],
    tier: "M",
    since: "2025-04-15",
    fields: ["push-token"],
  }),
  planned("push-token", "get_push_token_ids_for_profile", {
    get: "/api/profiles/{id}/relationships/push-tokens",
    scopes: ["profiles:read"],
    tier: "M",
    since: "2025-04-15",
  }),
  planned("conversation", "get_conversation_for_profile", {
    get: "/api/profiles/{id}/conversation",
    scopes: ["conversations:read", "profiles:read"],
    tier: "S",
    since: "2026-04-15",
    fields: ["conversation"],
  }),
  planned("conversation", "get_conversation_id_for_profile", {
    get: "/api/profiles/{id}/relationships/conversation",
    scopes: ["conversations:read", "profiles:read"],
    tier: "S",
    since: "2026-04-15",
  }),
  planned("conversation", "get_conversations_for_profile", {
    get: "/api/profiles/{id}/conversations",
    scopes: ["conversations:read", "profiles:read"],
    tier: "S",
    since: "2026-07-15",
    fields: ["conversation"],
  }),
  planned("conversation", "get_conversation_ids_for_profile", {
    get: "/api/profiles/{id}/relationships/conversations",
    scopes: ["conversations:read", "profiles:read"],
    tier: "S",
    since: "2026-07-15",
  }),
  planned("profile", "get_profile_for_push_token", {
    get: "/api/push-tokens/{id}/profile",
    scopes: ["profiles:read", "push-tokens:read"],
    tier: "M",
    since: "2025-04-15",
    fields: ["profile"],
    additionalFields: { profile: ["subscriptions", "predictive_analytics"] },
  }),
  planned("profile", "get_profile_id_for_push_token", {
    get: "/api/push-tokens/{id}/relationships/profile",
    scopes: ["profiles:read", "push-tokens:read"],
    tier: "M",
    since: "2025-04-15",
  }),
] as const;
