import { tag } from "../../domain/resources/tag.ts";
import { taggedCampaigns, taggedFlows, taggedLists, taggedSegments } from "../../domain/tags.ts";
import type { Tag } from "../../domain/resources/tag.ts";
import type { ApiArea } from "../../verbs/call.ts";
import type { Account } from "../../world/account.ts";
import { uuid } from "../../world/ids.ts";
import { put } from "../../world/store/store.ts";
import { behavior } from "./behavior.ts";
import { keepingGroups, keepingTags } from "./keeping.ts";
import { operations } from "./operations.ts";
import { type TagGroup, tagGroup, tagGroups } from "./resources.ts";

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
