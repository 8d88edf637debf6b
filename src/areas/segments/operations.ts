import {
  create,
  fixedPages,
  get,
  list,
  lookup,
  memberFilter,
  memberIdPages,
  pages,
  relation,
  remove,
  since,
  update,
} from "../../contract/rows.ts";
import { segment } from "../../domain/resources/segment.ts";

const sort = ["created", "id", "name", "updated"] as const;
const include = ["tags", since("2024-10-15", "flow-triggers")];
const fields = ["flow", "segment", "tag"];

export const operations = [
  list(segment, "get_segments", {
    scopes: ["segments:read"],
    tier: "L",
    filter: {
      id: lookup,
      name: lookup,
      created: ["greater-than"],
      updated: ["greater-than"],
      is_active: { ...lookup, since: "2024-02-15" },
      is_starred: { operators: ["equals"], since: "2024-02-15" },
    },
    sort: sort.map((name) => since("2024-05-15", name)),
    include,
    fields,
    paging: [
      pages({ default: 10, max: 10, since: "2026-04-15" }),
      fixedPages(10, { until: "2026-04-15" }),
    ],
  }),
  get(segment, "get_segment", {
    scopes: ["segments:read"],
    tier: "L",
    include,
    fields,
    additionalFields: { segment: ["profile_count"] },
  }),
  create(segment, "create_segment", {
    scopes: ["segments:write"],
    tier: "XS",
    perDay: 100,
    since: "2024-06-15",
    fields: ["segment"],
  }),
  update(segment, "update_segment", {
    scopes: ["segments:write"],
    tier: "XS",
    perDay: 100,
    fields: ["segment"],
  }),
  remove(segment, "delete_segment", {
    scopes: ["segments:write"],
    tier: "S",
    since: "2024-06-15",
  }),
  ...relation(segment, "profiles", ["get_profiles_for_segment", "get_profile_ids_for_segment"], {
    scopes: ["profiles:read", "segments:read"],
    tier: "L",
    filter: { profile_id: { ...lookup, since: "2025-10-15" }, ...memberFilter },
    sort: ["joined_group_at"],
    fields: ["profile"],
    additionalFields: { profile: ["subscriptions", "predictive_analytics"] },
    paging: [pages({ default: 20, max: 100 })],
    idPaging: memberIdPages,
  }),
  ...relation(segment, "tags", ["get_tags_for_segment", "get_tag_ids_for_segment"], {
    scopes: ["segments:read", "tags:read"],
    tier: "S",
    fields: ["tag"],
  }),
  ...relation(
    segment,
    "flow-triggers",
    ["get_flows_triggered_by_segment", "get_ids_for_flows_triggered_by_segment"],
    { scopes: ["flows:read", "segments:read"], tier: "S", since: "2024-10-15", fields: ["flow"] },
  ),
] as const;
