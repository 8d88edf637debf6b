import { stamps, many, resource } from "../../contract/resource.ts";
import { segments } from "../../domain/collections.ts";
import { definitionShape } from "../../domain/segment-shape.ts";

export const segment = resource("segment", {
  path: "/api/segments",
  collection: segments.name,
  attributes: {
    name: { type: "string", nullable: false },
    definition: { type: "object", shape: definitionShape, since: "2024-06-15" },
    ...stamps,
    is_active: { type: "boolean", since: "2024-02-15", nullable: false },
    is_processing: { type: "boolean", since: "2024-02-15", nullable: false },
    is_starred: { type: "boolean", since: "2024-02-15", nullable: false },
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
    is_active: { type: "boolean" },
    is_starred: { type: "boolean" },
  },
  // @guess
  defaultSort: "created",
});
