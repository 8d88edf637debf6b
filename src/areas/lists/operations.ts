import { fixedPages, get, list as collection, lookup, pages, since } from "../../contract/rows.ts";
import { plannedLists } from "./planned.ts";
import { list } from "./resources.ts";

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
  ...plannedLists,
] as const;
