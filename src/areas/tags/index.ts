import type { Tag, TagGroup } from "../../domain/records.ts";
import { taggedLists, taggedSegments, tagsOfGroup } from "../../domain/tags.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { behavior } from "./behavior.ts";
import { operations } from "./operations.ts";
import { tag, tagGroup } from "./resources.ts";

export const tagsArea: ApiArea = {
  name: "tags",
  resources: [tag, tagGroup],
  operations,
  behavior,
  bindings: {
    tag: {
      related: {
        lists: ({ id }: Tag, account) => taggedLists(account, id),
        segments: ({ id }: Tag, account) => taggedSegments(account, id),
      },
    },
    "tag-group": {
      related: { tags: ({ id }: TagGroup, account) => tagsOfGroup(account, id) },
    },
  },
};
