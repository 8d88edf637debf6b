import { stamps, many, resource } from "../../contract/resource.ts";
import { literal } from "../../contract/shape.ts";
import { lists } from "../../domain/collections.ts";

export const list = resource("list", {
  path: "/api/lists",
  collection: lists.name,
  attributes: {
    name: { type: "string", nullable: false },
    ...stamps,
    opt_in_process: {
      type: "string",
      shape: literal("double_opt_in", "single_opt_in"),
      nullable: false,
      since: "2023-12-15",
    },
    profile_count: { type: "integer", additional: true, computed: true, nullable: false },
  },
  relationships: {
    profiles: many("profile", { members: true }),
    tags: many("tag"),
    "flow-triggers": many("flow", { since: "2024-10-15" }),
  },
  fields: {
    id: { type: "string" },
    name: { type: "string" },
    created: { type: "datetime" },
    updated: { type: "datetime" },
  },
  // @guess
  defaultSort: "created",
});
