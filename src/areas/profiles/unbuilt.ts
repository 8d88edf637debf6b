import { unbuilt } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const unbuiltProfiles = [
  unbuilt("conversation", "get_conversation_for_profile", {
    get: "/api/profiles/{id}/conversation",
    scopes: ["conversations:read", "profiles:read"],
    tier: "S",
    since: "2026-04-15",
    fields: ["conversation"],
  }),
  unbuilt("conversation", "get_conversation_id_for_profile", {
    get: "/api/profiles/{id}/relationships/conversation",
    scopes: ["conversations:read", "profiles:read"],
    tier: "S",
    since: "2026-04-15",
  }),
  unbuilt("conversation", "get_conversations_for_profile", {
    get: "/api/profiles/{id}/conversations",
    scopes: ["conversations:read", "profiles:read"],
    tier: "S",
    since: "2026-07-15",
    fields: ["conversation"],
  }),
  unbuilt("conversation", "get_conversation_ids_for_profile", {
    get: "/api/profiles/{id}/relationships/conversations",
    scopes: ["conversations:read", "profiles:read"],
    tier: "S",
    since: "2026-07-15",
  }),
] as const;
