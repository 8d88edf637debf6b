import { many, one, resource } from "../../contract/resource.ts";
import { tagGroups, tags } from "../../domain/collections.ts";

export const tag = resource("tag", {
  path: "/api/tags",
  collection: tags.name,
  attributes: { name: { type: "string", nullable: false } },
  relationships: {
    "tag-group": one("tag-group", "group", { linksOnly: ["get_tags_for_tag_group"] }),
    lists: many("list"),
    segments: many("segment"),
    campaigns: many("campaign"),
    flows: many("flow"),
  },
  fields: { id: { type: "string" }, name: { type: "string" } },
  // @guess
  defaultSort: "name",
});

export const tagGroup = resource("tag-group", {
  path: "/api/tag-groups",
  collection: tagGroups.name,
  attributes: {
    name: { type: "string", nullable: false },
    exclusive: { type: "boolean", nullable: false },
    default: { type: "boolean", nullable: false },
  },
  relationships: { tags: many("tag") },
  fields: {
    id: { type: "string" },
    name: { type: "string" },
    exclusive: { type: "boolean" },
    default: { type: "boolean" },
  },
  // @guess
  defaultSort: "name",
});
