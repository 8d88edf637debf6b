import { lookup, pages, planned, range } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const plannedLists = [
  planned("list", "create_list", {
    post: "/api/lists",
    scopes: ["lists:write"],
    tier: "M",
    perDay: 150,
    fields: ["list"],
  }),
  planned("list", "update_list", {
    patch: "/api/lists/{id}",
    scopes: ["lists:write"],
    tier: "M",
    fields: ["list"],
  }),
  planned("list", "delete_list", { delete: "/api/lists/{id}", scopes: ["lists:write"], tier: "M" }),
  planned("tag", "get_tags_for_list", {
    get: "/api/lists/{id}/tags",
    scopes: ["lists:read", "tags:read"],
    tier: "S",
    fields: ["tag"],
  }),
  planned("tag", "get_tag_ids_for_list", {
    get: "/api/lists/{id}/relationships/tags",
    scopes: ["lists:read", "tags:read"],
    tier: "S",
  }),
  planned("profile", "get_profiles_for_list", {
    get: "/api/lists/{id}/profiles",
    scopes: ["lists:read", "profiles:read"],
    tier: "L",
    filter: {
      email: lookup,
      phone_number: lookup,
      push_token: lookup,
      _kx: ["equals"],
      joined_group_at: range,
    },
    sort: ["joined_group_at"],
    fields: ["profile"],
    additionalFields: { profile: ["subscriptions", "predictive_analytics"] },
    paging: [pages({ default: 20, max: 100 })],
  }),
  planned("profile", "get_profile_ids_for_list", {
    get: "/api/lists/{id}/relationships/profiles",
    scopes: ["lists:read", "profiles:read"],
    tier: "L",
    filter: {
      email: lookup,
      phone_number: lookup,
      push_token: lookup,
      _kx: ["equals"],
      joined_group_at: range,
    },
    sort: ["joined_group_at"],
    paging: [pages({ default: 20, max: 100 })],
  }),
  planned("profile", "add_profiles_to_list", {
    post: "/api/lists/{id}/relationships/profiles",
    scopes: ["lists:write", "profiles:write"],
    tier: "M",
  }),
  planned("profile", "remove_profiles_from_list", {
    delete: "/api/lists/{id}/relationships/profiles",
    scopes: ["lists:write", "profiles:write"],
    tier: "M",
  }),
  planned("flow", "get_flows_triggered_by_list", {
    get: "/api/lists/{id}/flow-triggers",
    scopes: ["flows:read", "lists:read"],
    tier: "S",
    since: "2024-10-15",
    fields: ["flow"],
  }),
  planned("flow", "get_ids_for_flows_triggered_by_list", {
    get: "/api/lists/{id}/relationships/flow-triggers",
    scopes: ["flows:read", "lists:read"],
    tier: "S",
    since: "2024-10-15",
  }),
] as const;
