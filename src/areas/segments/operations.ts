import {
  fixedPages,
  lookup,
  memberFilter,
  memberIdPages,
  pages,
  since,
} from "../../contract/row-options.ts";
import { create, get, list, relations, remove, update } from "../../contract/rows.ts";
import { segment } from "../../domain/resources/groups.ts";

const sort = ["created", "id", "name", "updated"] as const;
const include = ["tags", since("2024-10-15", "flow-triggers")];

export const operations = [
  list(segment, "get_segments", {
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
    paging: [
      pages({ default: 10, max: 10, since: "2026-04-15" }),
      fixedPages(10, { until: "2026-04-15" }),
    ],
  }),
  get(segment, "get_segment", { include }),
  create(segment, "create_segment"),
  update(segment, "update_segment"),
  remove(segment, "delete_segment"),
  ...relations(segment, ["profiles"], {
    filter: { profile_id: { ...lookup, since: "2025-10-15" }, ...memberFilter },
    paging: [pages({ default: 20, max: 100 })],
    idPaging: memberIdPages,
  }),
  ...relations(segment, ["tags", "flow-triggers"]),
] as const;
