import { many, resource } from "../../contract/resource.ts";
import { segments } from "../../domain/collections.ts";

export const segment = resource("segment", {
  path: "/api/segments",
  collection: segments.name,
  attributes: {
    name: { type: "string" },
    definition: { type: "object", since: "2024-06-15" },
    created: { type: "datetime" },
    updated: { type: "datetime" },
    is_active: { type: "boolean", since: "2024-02-15" },
    is_processing: { type: "boolean", since: "2024-02-15" },
    is_starred: { type: "boolean", since: "2024-02-15" },
    profile_count: { type: "integer", additional: true, computed: true },
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
    is_active: { type: "boolean" },
    is_starred: { type: "boolean" },
  },
  // @guess
  defaultSort: "created",
});
