import { many } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { boolean } from "../../contract/shape.ts";
import { tagName } from "../../domain/resources/groups.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

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
