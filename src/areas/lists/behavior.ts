import { lists, memberships, profiles } from "../../domain/collections.ts";
import { unasked } from "../../domain/confirm.ts";
import { freshGroupId, joinsList, membersOf, membershipId } from "../../domain/membership.ts";
import { recorded } from "../../domain/record-acts.ts";
import type { List } from "../../domain/records.ts";
import { untagged } from "../../domain/tags.ts";
import { invalid, invalidBody, invalidProblem, refused } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Call } from "../../verbs/call.ts";
import { recordOf } from "../../verbs/get.ts";
import { empty, type Outcome, theChanged, theNew, theOne } from "../../verbs/outcome.ts";
import { type Change, drop, put } from "../../world/store.ts";
import type { operations } from "./operations.ts";

/** Lists, and who is in them. Membership by relationship changes no consent (behaviour.md, 6). */
export const behavior: AreaBehavior<typeof operations> = {
  create_list({ account, now, body }) {
    const { name, opt_in_process } = body.data.attributes;
    const made: List = {
      id: freshGroupId(account, "list"),
      seq: account.nextSeq(),
      name,
      created: now,
      updated: now,
      // @guess: who does not say gets the stricter one.
      opt_in_process: opt_in_process ?? "double_opt_in",
    };
    account.commit([put(lists, made)]);
    return theNew(made);
  },

  update_list(call) {
    const record = recordOf(call);
    if (refused(record)) return record;
    const { id, attributes } = call.body.data;
    if (id !== record.id) return invalid("/data/id", `The id must be the path's: ${record.id}.`);
    const known = record as List;
    const { name = known.name, opt_in_process } = attributes;
    const process = opt_in_process ?? known.opt_in_process;
    if (name === known.name && process === known.opt_in_process) return theOne(known);
    const changed = { ...known, name, opt_in_process: process, updated: call.now };
    call.account.commit([put(lists, changed)]);
    return theChanged(changed);
  },

  delete_list(call) {
    const record = recordOf(call);
    if (refused(record)) return record;
    const members = membersOf(call.account, record.id);
    call.account.commit([
      ...members.map(({ id }) => drop(memberships, id)),
      ...untagged(call.account, record.id),
      ...unasked(call.account, ({ list }) => list === record.id),
      drop(lists, record.id),
    ]);
    return empty(204);
  },

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
    table.get(id) === undefined
      ? [invalidProblem(`/data/${index}/id`, `A profile with id ${id} does not exist.`)]
      : [],
  );
  if (problems.length > 0) return invalidBody(problems);
  const ids = [...new Set(named.map(({ id }) => id))];
  call.account.commit(change(call, list as List, ids));
  return empty(204);
}
