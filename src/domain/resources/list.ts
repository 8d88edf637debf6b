import { stamps, many } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import {
  absentIfNull,
  during,
  integer,
  literal,
  nullable,
  required,
  string,
} from "../../contract/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

const name = string({ minLength: 1, maxLength: 1000 });
const optIn = literal("double_opt_in", "single_opt_in");

export const list = resource("list", {
  path: "/api/lists",
  attributes: {
    name: {
      shape: name,
      write: "always",
      required: true,
      updated: required(absentIfNull(name), { until: "2025-10-15" }),
    },
    ...stamps,
    opt_in_process: {
      shape: optIn,
      since: "2023-12-15",
      write: "always",
      body: during(nullable(optIn), { since: "2025-10-15" }),
      // @guess create_list: A list without `opt_in_process` is `double_opt_in`.
      default: "double_opt_in",
    },
    profile_count: { shape: integer(), additional: true, computed: true },
  },
  relationships: {
    profiles: many("profile", { members: true }),
    tags: many("tag"),
    "flow-triggers": many("flow", { since: "2024-10-15" }),
  },
  natural: ["name"],
  orders: ["id", "name", "created", "updated"],
  // @guess get_lists, get_list*_for_profile: Without `sort`, the oldest list comes first.
  defaultSort: "created",
});

export type List = RecordOf<typeof list>;

export const lists = collectionOf(list);
