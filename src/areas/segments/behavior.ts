import { turnedBack } from "../../world/work.ts";
import { segments } from "../../domain/collections.ts";
import { freshGroupId } from "../../domain/membership.ts";
import type { Segment } from "../../domain/records.ts";
import { definitionProblems, knownIn } from "../../domain/segment-check.ts";
import type { Definition } from "../../domain/segment-shape.ts";
import {
  emptied,
  fillSegment,
  reviewOne,
  type Reviewing,
  reviewWork,
  type Filling,
  refillSegments,
  turnSegment,
  type Turning,
  turnWork,
} from "../../domain/segmentation.ts";
import { untagged } from "../../domain/tags.ts";
import { invalid, invalidBody, type Refusal, refused } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Work } from "../../verbs/call.ts";
import { recordOf } from "../../verbs/get.ts";
import { empty, theChanged, theNew } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { drop, put } from "../../world/store.ts";
import type { operations } from "./operations.ts";

/** Segments, and the definitions by which their members are found. */
export const behavior: AreaBehavior<typeof operations> = {
  create_segment({ account, now, body }) {
    const { name, definition, is_starred } = body.data.attributes;
    const refusal = refusalOf(account, definition);
    if (refusal !== undefined) return refusal;
    const made: Segment = {
      id: freshGroupId(account, "segment"),
      seq: account.nextSeq(),
      name,
      created: now,
      updated: now,
      definition: asKept(definition),
      defined: 0,
      is_active: true,
      is_processing: true,
      is_starred: is_starred ?? false,
    };
    account.commit([put(segments, made)]);
    account.process([fillWork], fillingOf(made), now);
    return theNew(made);
  },

  update_segment(call) {
    const { account, now, body } = call;
    const record = recordOf(call);
    if (refused(record)) return record;
    const { id, attributes } = body.data;
    if (id !== record.id) return invalid("/data/id", `The id must be the path's: ${record.id}.`);
    const known = record as Segment;
    const { name, definition = known.definition, is_starred, is_active } = attributes;
    const refusal = "definition" in attributes ? refusalOf(account, definition, id) : undefined;
    if (refusal !== undefined) return refusal;
    const active = is_active ?? known.is_active;
    // What it missed while it was not kept up to date is made up for.
    const fill = definition !== null && active && ("definition" in attributes || !known.is_active);
    const changed: Segment = {
      ...known,
      name: name ?? known.name,
      definition: definition === null ? null : asKept(definition),
      is_starred: is_starred ?? known.is_starred,
      defined: known.defined + (fill ? 1 : 0),
      is_active: active,
      is_processing: fill || (active && known.is_processing),
      updated: now,
    };
    account.commit([put(segments, changed)]);
    if (fill) account.process([fillWork], fillingOf(changed), now);
    return theChanged(changed);
  },

  delete_segment(call) {
    const record = recordOf(call);
    if (refused(record)) return record;
    const { account } = call;
    account.commit([
      ...emptied(account, record.id),
      ...untagged(account, record.id),
      drop(segments, record.id),
    ]);
    return empty(204);
  },
};

const fillWork = "segment.fill";

export const work: Readonly<Record<string, Work>> = {
  [fillWork]: (account, filling: Filling, now) => fillSegment(account, filling, now),
  [turnedBack]: (account, _: undefined, now) => refillSegments(account, now),
  [turnWork]: (account, input: Turning, now) => turnSegment(account, input, now),
  [reviewWork]: (account, input: Reviewing, now) => reviewOne(account, input, now),
};

const fillingOf = ({ id, defined }: Filling): Filling => ({ id, defined });

/** Of membership, what is not said of its time is said by null (recorded.md, 6). */
const asKept = (definition: Definition): Definition => ({
  ...definition,
  condition_groups: definition.condition_groups.map((group) => ({
    ...group,
    conditions: group.conditions.map((condition) =>
      condition.type === "profile-group-membership" && condition.is_member
        ? { ...condition, timeframe_filter: condition.timeframe_filter ?? null }
        : condition,
    ),
  })),
});

function refusalOf(account: Account, definition: unknown, id?: string): Refusal | undefined {
  const at = "/data/attributes/definition";
  const problems = definitionProblems(knownIn(account), definition, at, id);
  return problems.length > 0 ? invalidBody(problems) : undefined;
}
