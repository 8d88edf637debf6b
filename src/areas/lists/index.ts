import { named } from "../bodies.ts";
import { memberIdPages, pages, pagesSince, since } from "../../contract/row-options.ts";
import { action, get, list as collection, relations, rows } from "../../contract/rows.ts";
import { list, type List } from "../../domain/resources/groups.ts";
import { list as listOf, object } from "../../contract/shape.ts";
import { triggeredBy } from "../../domain/flows/actions.ts";
import { memberships } from "../../domain/objects/records.ts";
import { unasked } from "../../domain/consent/confirm.ts";
import { freshGroupId, membersOf, profileCount } from "../../domain/segments/membership.ts";
import { joinsList, membershipId } from "../../domain/segments/membership.ts";
import { tagsOf, untagged } from "../../domain/tags.ts";
import type { Cursor } from "../../jsonapi/cursor.ts";
import { refused, invalidBody, missingProblem } from "../../jsonapi/refusal.ts";
import type { ApiArea, Keeping, AreaBehavior, Invocation } from "../../verbs/invocation.ts";
import { recordOf } from "../../verbs/invocation.ts";
import type { Slices } from "../../world/time/slices.ts";
import { drop, type Change } from "../../world/store/store.ts";
import { profiles } from "../../domain/resources/profile.ts";
import { recorded } from "../../domain/objects/acts.ts";
import { empty, type Outcome } from "../../verbs/outcome.ts";

/** @guess add_profiles_to_list, remove_profiles_from_list: A request may name up to 1,000 profiles. */
const profileIds = object({ data: listOf(named("profile"), { min: 1, max: 1000 }) });

const sort = ["created", "id", "name", "updated"] as const;
const include = ["tags", since("2024-10-15", "flow-triggers")];

const operations = [
  collection(list, "get_lists", {
    sort: sort.map((name) => since("2024-05-15", name)),
    include,
    paging: pagesSince("2026-04-15", 10),
  }),
  get(list, "get_list", { include }),
  ...rows(list, ["create", "update", "remove"]),
  ...relations(list, ["profiles"], {
    paging: [pages({ default: 20, max: 100 })],
    idPaging: memberIdPages,
  }),
  action(list, "add_profiles_to_list", { body: profileIds }),
  action(list, "remove_profiles_from_list", { body: profileIds }),
  ...relations(list, ["tags", "flow-triggers"]),
] as const;

/** Who is in a list. Membership by relationship changes no consent (behaviour.md, 6). */
const behavior: AreaBehavior<typeof operations> = {
  add_profiles_to_list: (call) =>
    changeMembers(call, call.body.data, ({ account, now }, list, ids) => {
      const joined = ids.map((profile) => joinsList(account, list, profile, now));
      const [changes, done] = [
        joined.flatMap((each) => each.changes),
        joined.flatMap((each) => each.done),
      ];
      return recorded(account, changes, done, now);
    }),

  remove_profiles_from_list: (call) =>
    changeMembers(call, call.body.data, ({ account }, list, ids) =>
      ids.flatMap((profile) => {
        const id = membershipId(list.id, profile);
        return account.table(memberships).get(id) === undefined ? [] : [drop(memberships, id)];
      }),
    ),
};

/** @guess add_profiles_to_list, remove_profiles_from_list: An unknown profile id rejects the whole request with 400. */
function* changeMembers(
  call: Invocation,
  named: readonly { readonly id: string }[],
  change: (call: Invocation, list: List, ids: readonly string[]) => readonly Change[],
): Slices<Outcome> {
  const list = recordOf(call);
  if (refused(list)) return list;
  const table = call.account.table(profiles);
  const problems = named.flatMap(({ id }, index) =>
    table.get(id) === undefined ? [missingProblem(`/data/${index}/id`, "profile", id)] : [],
  );
  if (problems.length > 0) return invalidBody(problems);
  const ids = [...new Set(named.map(({ id }) => id))];
  for (let from = 0; from < ids.length; from += changedAtOnce) {
    call.account.commit(change(call, list as List, ids.slice(from, from + changedAtOnce)));
    yield;
  }
  return empty(204);
}

const changedAtOnce = 20;

const keeping: Keeping<List> = {
  idOf: (_, account) => freshGroupId(account, "list"),
  quiet: true,
  long: true,
  parts: [membersOf],
  along: (account, { id }) => [
    ...untagged(account, id),
    ...unasked(account, (waiting) => waiting.list === id),
  ],
};

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
