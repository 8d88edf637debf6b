import { profileCount, profilesOf } from "../../domain/membership.ts";
import type { List } from "../../domain/records.ts";
import { tagsOf } from "../../domain/tags.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { behavior } from "./behavior.ts";
import { operations } from "./operations.ts";
import { list } from "./resources.ts";

export const listsArea: ApiArea = {
  name: "lists",
  resources: [list],
  operations,
  behavior,
  bindings: {
    list: {
      computed: { profile_count: ({ id }: List, account) => profileCount(account, id) },
      related: {
        profiles: ({ id }: List, account) => profilesOf(account, id),
        tags: ({ id }: List, account) => tagsOf(account, id),
      },
    },
  },
};
