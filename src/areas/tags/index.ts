import { tag, type Tag, tags } from "../../domain/resources/groups.ts";
import {
  taggedCampaigns,
  taggedFlows,
  taggedLists,
  taggedSegments,
  tagsOfGroup,
  withoutTag,
} from "../../domain/tags.ts";
import type { ApiArea, Keeping } from "../../verbs/invocation.ts";
import type { Account } from "../../world/account.ts";
import { uuid } from "../../world/ids.ts";
import { put, type Collection, drop } from "../../world/store/store.ts";
import { behavior } from "./behavior.ts";
import { operations } from "./operations.ts";
import { type TagGroup, tagGroup, tagGroups } from "./resources.ts";
import { invalid, type Refusal, tagServiceError } from "../../jsonapi/refusal.ts";

/** How many an account may have (tags.md). @guess create_tag_group: An account has up to 50 tag groups. */
const tagsMax = 500;
const groupsMax = 50;

/** A name is taken once (behaviour.md, 2), and there may not be too many. */
function refusing<R extends Tag | TagGroup>(of: Collection<R>, max: number, many: string) {
  return (account: Account, { id, name }: R, before: R | undefined): Refusal | undefined => {
    const table = account.table(of);
    const rival = table.find(["name"], [name]);
    if (rival !== undefined && rival.id !== id) {
      return tagServiceError(409, `${name} already exists.`);
    }
    if (before !== undefined || table.size < max) return undefined;
    return invalid("/data", `An account has at most ${max} ${many}.`);
  };
}

const keepingTags: Keeping<Tag> = {
  defaults: (account) => ({ group: account.table(tagGroups).find(["default"], [true])?.id }),
  noSuch: (type, id) => tagServiceError(404, `A ${type} with id ${id} does not exist.`),
  refuse: refusing(tags, tagsMax, "tags"),
  along: (account, { id }) => withoutTag(account, id),
};

const keepingGroups: Keeping<TagGroup> = {
  refuse: refusing(tagGroups, groupsMax, "tag groups"),
  // @guess delete_tag_group: The default tag group cannot be deleted.
  held: (_, group) =>
    group.default ? invalid("/data/id", "The default tag group cannot be deleted.") : undefined,
  along: (account, { id }) =>
    tagsOfGroup(account, id).flatMap((tag) => [...withoutTag(account, tag.id), drop(tags, tag.id)]),
};

/** The group that every account has from the start. */
const firstGroup = (account: Account): TagGroup => ({
  id: uuid(account.dice("tag group")),
  seq: account.nextSeq(),
  name: "Ungrouped Tags",
  exclusive: false,
  default: true,
});

export const tagsArea: ApiArea = {
  name: "tags",
  resources: [tag, tagGroup],
  operations,
  behavior,
  begins: (account) => [put(tagGroups, firstGroup(account))],
  bindings: {
    tag: {
      keeping: keepingTags,
      related: {
        lists: ({ id }: Tag, account) => taggedLists(account, id),
        segments: ({ id }: Tag, account) => taggedSegments(account, id),
        campaigns: ({ id }: Tag, account) => taggedCampaigns(account, id),
        flows: ({ id }: Tag, account) => taggedFlows(account, id),
      },
    },
    "tag-group": { keeping: keepingGroups },
  },
};
