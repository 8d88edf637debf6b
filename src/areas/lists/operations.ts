import { fixedPages, memberIdPages, pages, since } from "../../contract/row-options.ts";
import {
  action,
  create,
  get,
  list as collection,
  relations,
  remove,
  update,
} from "../../contract/rows.ts";
import { list } from "../../domain/resources/groups.ts";
import { list as listOf, literal, object, string } from "../../contract/shape.ts";

/** @guess add_profiles_to_list, remove_profiles_from_list: A request may name up to 1,000 profiles. */
const profileIds = object({
  data: listOf(object({ type: literal("profile"), id: string() }), { min: 1, max: 1000 }),
});

const sort = ["created", "id", "name", "updated"] as const;
const include = ["tags", since("2024-10-15", "flow-triggers")];

export const operations = [
  collection(list, "get_lists", {
    sort: sort.map((name) => since("2024-05-15", name)),
    include,
    paging: [
      pages({ default: 10, max: 10, since: "2026-04-15" }),
      fixedPages(10, { until: "2026-04-15" }),
    ],
  }),
  get(list, "get_list", { include }),
  create(list, "create_list"),
  update(list, "update_list"),
  remove(list, "delete_list"),
  ...relations(list, ["profiles"], {
    paging: [pages({ default: 20, max: 100 })],
    idPaging: memberIdPages,
  }),
  action(list, "add_profiles_to_list", { body: profileIds }),
  action(list, "remove_profiles_from_list", { body: profileIds }),
  ...relations(list, ["tags", "flow-triggers"]),
] as const;
