import { action, create, get, list, remove, update, relation } from "../../contract/rows.ts";
import { relations } from "../../contract/rows.ts";
import { tag, tagName } from "../../domain/resources/groups.ts";
import { named } from "../bodies.ts";
import { many } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { boolean, list as listOf, nullable, object, string } from "../../contract/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { change } from "../../contract/bodies.ts";

export const tagGroup = resource("tag-group", {
  path: "/api/tag-groups",
  id: "uuid",
  attributes: {
    name: tagName,
    // Whether of its tags a thing may have one only.
    exclusive: { shape: boolean(), write: "create", default: false },
    // Whether tags of which nothing is said are put here: one group of an account.
    default: { shape: boolean(), default: false },
  },
  relationships: { tags: many("tag", { by: "tag-group.id" }) },
  natural: ["name"],
  orders: ["id", "name", "default"],
  // @guess get_tag_groups: Without `sort`, tag groups are in the order of their names.
  defaultSort: "name",
});

export type TagGroup = RecordOf<typeof tagGroup>;
export const tagGroups = collectionOf(tagGroup);

const updatedTagGroup = object({
  data: change(tagGroup, { "return_fields?": nullable(listOf(string())) }),
});

/** @guess tag_*, remove_tag_from_*: One request names up to 100 records. */
const targets = <const T extends string>(type: T) =>
  object({ data: listOf(named(type), { min: 1, max: 100 }) });

/** Writes to a group answer with it before 2026-04-15, and with nothing since (behaviour.md, 4). */
const written = {
  success: [
    { status: 200, empty: false, until: "2026-04-15" },
    { status: 204, empty: true, since: "2026-04-15" },
  ],
} as const;

const [tagsOfGroup, tagIdsOfGroup] = relation(tagGroup, "tags", [
  "get_tags_for_tag_group",
  "get_tag_ids_for_tag_group",
]);

export const operations = [
  list(tag, "get_tags"),
  create(tag, "create_tag"),
  get(tag, "get_tag"),
  update(tag, "update_tag"),
  remove(tag, "delete_tag"),
  list(tagGroup, "get_tag_groups"),
  create(tagGroup, "create_tag_group"),
  get(tagGroup, "get_tag_group"),
  update(tagGroup, "update_tag_group", { body: updatedTagGroup, ...written }),
  remove(tagGroup, "delete_tag_group", written),
  ...relations(tag, ["lists"]),
  action(tag, "tag_lists", { body: targets("list") }),
  action(tag, "remove_tag_from_lists", { body: targets("list") }),
  ...relations(tag, ["segments"]),
  action(tag, "tag_segments", { body: targets("segment") }),
  action(tag, "remove_tag_from_segments", { body: targets("segment") }),
  ...relations(tag, ["tag-group"]),
  { ...tagsOfGroup, onePage: true },
  tagIdsOfGroup,
  ...relations(tag, ["flows"]),
  action(tag, "tag_flows", { body: targets("flow") }),
  action(tag, "remove_tag_from_flows", { body: targets("flow") }),
  ...relations(tag, ["campaigns"]),
  action(tag, "tag_campaigns", { body: targets("campaign") }),
  action(tag, "remove_tag_from_campaigns", { body: targets("campaign") }),
] as const;
