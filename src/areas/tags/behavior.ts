import { campaigns } from "../../domain/resources/campaign.ts";
import { flows } from "../../domain/resources/flow.ts";
import { lists, segments, type Tag } from "../../domain/resources/groups.ts";
import { taggings } from "../../domain/objects/records.ts";
import type { Tagging } from "../../domain/objects/records.ts";
import { tagged, taggingId, tagsOf } from "../../domain/tags.ts";
import { invalidBody, invalidProblem, missingProblem, refused } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Invocation } from "../../verbs/invocation.ts";
import { recordOf } from "../../verbs/get.ts";
import { empty, type Outcome } from "../../verbs/outcome.ts";
import { type Collection, drop } from "../../world/store/store.ts";
import type { operations } from "./operations.ts";
import { tagGroups } from "./resources.ts";

/** What has tags. */
export const behavior: AreaBehavior<typeof operations> = {
  tag_lists: (call) => mark(call, "list", call.body.data),
  tag_segments: (call) => mark(call, "segment", call.body.data),
  tag_flows: (call) => mark(call, "flow", call.body.data),
  tag_campaigns: (call) => mark(call, "campaign", call.body.data),
  remove_tag_from_lists: (call) => unmark(call, "list", call.body.data),
  remove_tag_from_segments: (call) => unmark(call, "segment", call.body.data),
  remove_tag_from_flows: (call) => unmark(call, "flow", call.body.data),
  remove_tag_from_campaigns: (call) => unmark(call, "campaign", call.body.data),
};

const tables: Readonly<Record<Tagging["kind"], Collection<never>>> = {
  list: lists as never,
  segment: segments as never,
  campaign: campaigns as never,
  flow: flows as never,
};

type Linkage = readonly { readonly id: string }[];

/** Of an exclusive group, each may have one tag (tags.md). @guess tag_*: If one record cannot get the tag, none of the request gets it. */
function mark(call: Invocation, kind: Tagging["kind"], named: Linkage): Outcome {
  const record = recordOf(call);
  if (refused(record)) return record;
  const { account } = call;
  const tag = record as Tag;
  const table = account.table(tables[kind]);
  const exclusive = account.table(tagGroups).get(tag.group)?.exclusive ?? false;
  const problems = named.flatMap(({ id }, index) => {
    if (table.get(id) === undefined) return [missingProblem(`/data/${index}/id`, kind, id)];
    const rival = tagsOf(account, id).find(
      (other) => exclusive && other.group === tag.group && other.id !== tag.id,
    );
    if (rival === undefined) return [];
    const detail = `The ${kind} has the tag ${rival.name} of the same exclusive group.`;
    return [invalidProblem(`/data/${index}/id`, detail)];
  });
  if (problems.length > 0) return invalidBody(problems);
  const ids = new Set(named.map(({ id }) => id));
  account.commit([...ids].flatMap((id) => tagged(account, tag, kind, id)));
  return empty(204);
}

/** Takes a tag from all of them; who has it not, has it not. */
function unmark(call: Invocation, kind: Tagging["kind"], named: Linkage): Outcome {
  const record = recordOf(call);
  if (refused(record)) return record;
  const table = call.account.table(taggings);
  const held = named
    .map(({ id }) => taggingId(record.id, id))
    .filter((id) => table.get(id)?.kind === kind);
  call.account.commit(held.map((id) => drop(taggings, id)));
  return empty(204);
}
