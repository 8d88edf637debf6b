import { lists, segments, taggings, tagGroups, tags } from "../../domain/collections.ts";
import type { Tag, Tagging, TagGroup } from "../../domain/records.ts";
import { tagged, taggingId, tagsOf, tagsOfGroup, withoutTag } from "../../domain/tags.ts";
import { invalid, invalidBody, invalidProblem, refused } from "../../jsonapi/refusal.ts";
import { tagServiceError } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Call } from "../../verbs/call.ts";
import { recordOf } from "../../verbs/get.ts";
import { empty, type Outcome, theChanged, theNew, theOne } from "../../verbs/outcome.ts";
import { uuid } from "../../world/ids.ts";
import { drop, put } from "../../world/store.ts";
import type { operations } from "./operations.ts";

/** How many an account may have. @guess */
const tagsMax = 500;
const groupsMax = 50;

/** Tags, their groups, and what has them. */
export const behavior: AreaBehavior<typeof operations> = {
  create_tag({ account, body }) {
    const { attributes, relationships } = body.data;
    const { name } = attributes;
    const table = account.table(tags);
    if (table.find(["name"], [name]) !== undefined) return taken(name);
    if (table.size >= tagsMax) return invalid("/data", `An account has at most ${tagsMax} tags.`);
    const asked = relationships?.["tag-group"]?.data?.id;
    const groups = account.table(tagGroups);
    const group = asked === undefined ? groups.find(["default"], [true]) : groups.get(asked);
    if (group === undefined) {
      return tagServiceError(404, `A tag-group with id ${asked} does not exist.`);
    }
    const id = uuid(account.dice("tag"));
    const made: Tag = { id, seq: account.nextSeq(), name, group: group.id };
    account.commit([put(tags, made)]);
    return theNew(made);
  },

  update_tag(call) {
    const record = recordOf(call);
    if (refused(record)) return record;
    const { id, attributes } = call.body.data;
    if (id !== record.id) return invalid("/data/id", `The id must be the path's: ${record.id}.`);
    const rival = call.account.table(tags).find(["name"], [attributes.name]);
    if (rival !== undefined && rival.id !== id) return taken(attributes.name);
    call.account.commit([put(tags, { ...(record as Tag), name: attributes.name })]);
    return empty(204);
  },

  delete_tag(call) {
    const record = recordOf(call);
    if (refused(record)) return record;
    call.account.commit(withoutTag(call.account, record.id));
    return empty(204);
  },

  create_tag_group({ account, body }) {
    const { name, exclusive } = body.data.attributes;
    const table = account.table(tagGroups);
    if (table.find(["name"], [name]) !== undefined) return taken(name);
    if (table.size >= groupsMax) {
      return invalid("/data", `An account has at most ${groupsMax} tag groups.`);
    }
    const made: TagGroup = {
      id: uuid(account.dice("tag group")),
      seq: account.nextSeq(),
      name,
      exclusive: exclusive ?? false,
      default: false,
    };
    account.commit([put(tagGroups, made)]);
    return theNew(made);
  },

  update_tag_group(call) {
    const record = recordOf(call);
    if (refused(record)) return record;
    const { id, attributes } = call.body.data;
    if (id !== record.id) return invalid("/data/id", `The id must be the path's: ${record.id}.`);
    const rival = call.account.table(tagGroups).find(["name"], [attributes.name]);
    if (rival !== undefined && rival.id !== id) return taken(attributes.name);
    const changed = { ...(record as TagGroup), name: attributes.name };
    call.account.commit([put(tagGroups, changed)]);
    return theChanged(changed);
  },

  delete_tag_group(call) {
    const record = recordOf(call);
    if (refused(record)) return record;
    const { account } = call;
    // @guess
    if ((record as TagGroup).default) {
      return invalid("/data/id", "The default tag group cannot be deleted.");
    }
    account.commit([
      ...tagsOfGroup(account, record.id).flatMap(({ id }) => withoutTag(account, id)),
      drop(tagGroups, record.id),
    ]);
    return theOne(record);
  },

  tag_lists: (call) => mark(call, "list", call.body.data),
  tag_segments: (call) => mark(call, "segment", call.body.data),
  remove_tag_from_lists: (call) => unmark(call, "list", call.body.data),
  remove_tag_from_segments: (call) => unmark(call, "segment", call.body.data),
};

/** 409: the name is taken (behaviour.md, 2). */
const taken = (name: string) => tagServiceError(409, `${name} already exists.`);

type Linkage = readonly { readonly id: string }[];

/** Gives a tag to all of them, or to none. @guess: of an exclusive group, each may have one tag */
function mark(call: Call, kind: Tagging["kind"], named: Linkage): Outcome {
  const record = recordOf(call);
  if (refused(record)) return record;
  const { account } = call;
  const tag = record as Tag;
  const table = kind === "list" ? account.table(lists) : account.table(segments);
  const exclusive = account.table(tagGroups).get(tag.group)?.exclusive ?? false;
  const problems = named.flatMap(({ id }, index) => {
    if (table.get(id) === undefined) {
      const detail = `A ${kind} with id ${id} does not exist.`;
      return [invalidProblem(`/data/${index}/id`, detail)];
    }
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
function unmark(call: Call, kind: Tagging["kind"], named: Linkage): Outcome {
  const record = recordOf(call);
  if (refused(record)) return record;
  const table = call.account.table(taggings);
  const held = named
    .map(({ id }) => taggingId(record.id, id))
    .filter((id) => table.get(id)?.kind === kind);
  call.account.commit(held.map((id) => drop(taggings, id)));
  return empty(204);
}
