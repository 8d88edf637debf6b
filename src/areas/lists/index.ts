import { profileCount, profilesOf } from "../../domain/membership.ts";
import type { List } from "../../domain/records.ts";
import { tagsOf } from "../../domain/tags.ts";
import type { Cursor } from "../../jsonapi/cursor.ts";
import { refused } from "../../jsonapi/refusal.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { behavior } from "./behavior.ts";
import { operations } from "./operations.ts";
import { list } from "./resources.ts";

/** Before everything. */
const nowhere: Cursor = { backward: true, value: null, seq: 0 };

export const listsArea: ApiArea = {
  name: "lists",
  resources: [list],
  operations,
  behavior,
  quirks: {
    "lists-prev-cursor": {
      operation: "get_lists",
      act(call, go) {
        const outcome = go(call);
        if (refused(outcome) || outcome.kind !== "page" || outcome.prev !== null) return outcome;
        const isMeant = call.query.conditions.some(
          ({ name, operator }) => name === "id" && operator === "any",
        );
        return isMeant ? { ...outcome, prev: nowhere } : outcome;
      },
    },
  },
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
