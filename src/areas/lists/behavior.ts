import { memberships } from "../../domain/objects/records.ts";
import { profiles } from "../../domain/resources/profile.ts";
import { joinsList, membershipId } from "../../domain/segments/membership.ts";
import { recorded } from "../../domain/objects/acts.ts";
import type { List } from "../../domain/resources/list.ts";
import { invalidBody, missingProblem, refused } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Call } from "../../verbs/call.ts";
import { recordOf } from "../../verbs/get.ts";
import { empty, type Outcome } from "../../verbs/outcome.ts";
import { type Change, drop } from "../../world/store/store.ts";
import type { operations } from "./operations.ts";

/** Who is in a list. Membership by relationship changes no consent (behaviour.md, 6). */
export const behavior: AreaBehavior<typeof operations> = {
  add_profiles_to_list: (call) =>
    changeMembers(call, call.body.data, ({ account, now }, list, ids) => {
      const joined = ids.map((profile) => joinsList(account, list, profile, now));
      const changes = joined.flatMap((each) => each.changes);
      return recorded(
        account,
        changes,
        joined.flatMap(({ done }) => done),
        now,
      );
    }),

  remove_profiles_from_list: (call) =>
    changeMembers(call, call.body.data, ({ account }, list, ids) =>
      ids.flatMap((profile) => {
        const id = membershipId(list.id, profile);
        return account.table(memberships).get(id) === undefined ? [] : [drop(memberships, id)];
      }),
    ),
};

/** All of them, or none: one that is not there refuses the whole. @guess: with 400 and its place. */
function changeMembers(
  call: Call,
  named: readonly { readonly id: string }[],
  change: (call: Call, list: List, ids: readonly string[]) => readonly Change[],
): Outcome {
  const list = recordOf(call);
  if (refused(list)) return list;
  const table = call.account.table(profiles);
  const problems = named.flatMap(({ id }, index) =>
    table.get(id) === undefined ? [missingProblem(`/data/${index}/id`, "profile", id)] : [],
  );
  if (problems.length > 0) return invalidBody(problems);
  const ids = [...new Set(named.map(({ id }) => id))];
  call.account.commit(change(call, list as List, ids));
  return empty(204);
}
