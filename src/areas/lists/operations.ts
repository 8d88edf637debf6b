import {
  action,
  create,
  fixedPages,
  get,
  list as collection,
  lookup,
  memberFilter,
  memberIdPages,
  pages,
  relation,
  remove,
  since,
  update,
} from "../../contract/rows.ts";
import { list } from "../../domain/resources/list.ts";
import { profileIds } from "./body.ts";

const sort = ["created", "id", "name", "updated"] as const;
const include = ["tags", since("2024-10-15", "flow-triggers")];
const fields = ["flow", "list", "tag"];

export const operations = [
  collection(list, "get_lists", {
    scopes: ["lists:read"],
    tier: "L",
    filter: {
      id: lookup,
      name: lookup,
      created: ["greater-than"],
      updated: ["greater-than"],
    },
    sort: sort.map((name) => since("2024-05-15", name)),
    include,
    fields,
    paging: [
      pages({ default: 10, max: 10, since: "2026-04-15" }),
      fixedPages(10, { until: "2026-04-15" }),
    ],
  }),
  get(list, "get_list", {
    scopes: ["lists:read"],
    tier: "L",
    include,
    fields,
    additionalFields: { list: ["profile_count"] },
  }),
  create(list, "create_list", {
    scopes: ["lists:write"],
    tier: "M",
    perDay: 150,
    fields: ["list"],
  }),
  update(list, "update_list", { scopes: ["lists:write"], tier: "M", fields: ["list"] }),
  remove(list, "delete_list", { scopes: ["lists:write"], tier: "M" }),
  ...relation(list, "profiles", ["get_profiles_for_list", "get_profile_ids_for_list"], {
    scopes: ["lists:read", "profiles:read"],
    tier: "L",
    filter: memberFilter,
    sort: ["joined_group_at"],
    fields: ["profile"],
    additionalFields: { profile: ["subscriptions", "predictive_analytics"] },
    paging: [pages({ default: 20, max: 100 })],
    idPaging: memberIdPages,
  }),
  action(list, "add_profiles_to_list", {
    post: "/api/lists/{id}/relationships/profiles",
    scopes: ["lists:write", "profiles:write"],
    tier: "M",
    body: profileIds,
    success: 204,
    empty: true,
  }),
  action(list, "remove_profiles_from_list", {
    delete: "/api/lists/{id}/relationships/profiles",
    scopes: ["lists:write", "profiles:write"],
    tier: "M",
    body: profileIds,
    success: 204,
    empty: true,
  }),
  ...relation(list, "tags", ["get_tags_for_list", "get_tag_ids_for_list"], {
    scopes: ["lists:read", "tags:read"],
    tier: "S",
    fields: ["tag"],
  }),
  ...relation(
    list,
    "flow-triggers",
    ["get_flows_triggered_by_list", "get_ids_for_flows_triggered_by_list"],
    { scopes: ["flows:read", "lists:read"], tier: "S", since: "2024-10-15", fields: ["flow"] },
  ),
] as const;
