import { tags } from "../../domain/resources/tag.ts";
import type { Tag } from "../../domain/resources/tag.ts";
import { tagsOfGroup, withoutTag } from "../../domain/tags.ts";
import { invalid, type Refusal, tagServiceError } from "../../jsonapi/refusal.ts";
import type { Keeping } from "../../verbs/call.ts";
import type { Account } from "../../world/account.ts";
import { type Collection, drop } from "../../world/store/store.ts";
import { type TagGroup, tagGroups } from "./resources.ts";

/** How many an account may have. @guess */
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

export const keepingTags: Keeping<Tag> = {
  defaults: (account) => ({ group: account.table(tagGroups).find(["default"], [true])?.id }),
  noSuch: (type, id) => tagServiceError(404, `A ${type} with id ${id} does not exist.`),
  refuse: refusing(tags, tagsMax, "tags"),
  along: (account, { id }) => withoutTag(account, id),
};

export const keepingGroups: Keeping<TagGroup> = {
  refuse: refusing(tagGroups, groupsMax, "tag groups"),
  // @guess
  held: (_, group) =>
    group.default ? invalid("/data/id", "The default tag group cannot be deleted.") : undefined,
  along: (account, { id }) =>
    tagsOfGroup(account, id).flatMap((tag) => [...withoutTag(account, tag.id), drop(tags, tag.id)]),
};
