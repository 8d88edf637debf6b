import { triggeredBy } from "../../domain/flows/triggered.ts";
import { memberships } from "../../domain/objects/records.ts";
import { unasked } from "../../domain/consent/confirm.ts";
import { freshGroupId, membersOf, profileCount } from "../../domain/segments/membership.ts";
import { type List, list } from "../../domain/resources/list.ts";
import { tagsOf, untagged } from "../../domain/tags.ts";
import type { Cursor } from "../../jsonapi/cursor.ts";
import { refused } from "../../jsonapi/refusal.ts";
import type { ApiArea, Keeping } from "../../verbs/call.ts";
import { drop } from "../../world/store/store.ts";
import { behavior } from "./behavior.ts";
import { operations } from "./operations.ts";

const keeping: Keeping<List> = {
  idOf: (_, account) => freshGroupId(account, "list"),
  quiet: true,
  along: (account, { id }) => [
    ...membersOf(account, id).map((member) => drop(memberships, member.id)),
    ...untagged(account, id),
    ...unasked(account, (waiting) => waiting.list === id),
  ],
};

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
        tags: ({ id }: List, account) => tagsOf(account, id),
        "flow-triggers": ({ id }: List, account) => triggeredBy(account, id),
      },
      keeping,
    },
  },
};
