import { many, one } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { required, string } from "../../contract/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

const text = string({ minLength: 1, maxLength: 255 });

/** What a tag, or a group of tags, is called. */
export const tagName = {
  shape: text,
  write: "always",
  required: true,
  updated: required(text, {}),
} as const;

/** A word that lists and segments are marked with. */
export const tag = resource("tag", {
  path: "/api/tags",
  id: "uuid",
  attributes: { name: tagName },
  relationships: {
    "tag-group": one("tag-group", {
      from: "group",
      write: "create",
      linksOnly: ["get_tags_for_tag_group"],
    }),
    lists: many("list"),
    segments: many("segment"),
    campaigns: many("campaign"),
    flows: many("flow"),
  },
  natural: ["name"],
  orders: ["id", "name", ["tag-group.id", "name"]],
  // @guess get_tags, get_tags_for_*, get_tag_ids_for_*: Without `sort`, tags are in the order of their names.
  defaultSort: "name",
});

export type Tag = RecordOf<typeof tag>;

export const tags = collectionOf(tag);
