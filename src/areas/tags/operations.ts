import { action, create, get, list, remove, update } from "../../contract/rows.ts";
import { relation, relations } from "../../contract/rows.ts";
import { tag } from "../../domain/resources/groups.ts";
import { targets, updatedTagGroup } from "./body.ts";
import { tagGroup } from "./resources.ts";

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
