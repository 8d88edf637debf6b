import { change } from "../../contract/bodies.ts";
import { many } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { pagesSince } from "../../contract/row-options.ts";
import { action, list, remove, update, relation, rows, relations } from "../../contract/rows.ts";
import { boolean, list as listOf, nullable, object, string } from "../../contract/shape.ts";
import { taggings, type Tagging } from "../../domain/objects/records.ts";
import { campaigns } from "../../domain/resources/campaign.ts";
import { flows } from "../../domain/resources/flow.ts";
import { tag, type Tag, tags, lists, segments, tagName } from "../../domain/resources/groups.ts";
import { taggedCampaigns, taggedFlows, taggedLists, taggedSegments } from "../../domain/tags.ts";
import { tagsOfGroup, withoutTag, tagged, taggingId, tagsOf } from "../../domain/tags.ts";
import { type Refusal, invalidBody, invalidProblem } from "../../jsonapi/refusal.ts";
import { noSuchRecord, refused, invalid, tagServiceError } from "../../jsonapi/refusal.ts";
import type { ApiArea, Keeping, AreaBehavior, Invocation } from "../../verbs/invocation.ts";
import { recordOf } from "../../verbs/invocation.ts";
import { empty, type Outcome } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { uuid } from "../../world/ids.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { type Collection, drop, put } from "../../world/store/store.ts";
import { named } from "../bodies.ts";

const tagGroup = resource("tag-group", {
  path: "/api/tag-groups",
  id: "uuid",
  attributes: {
    name: tagName,
    // Whether of its tags a thing may have one only.
    exclusive: { shape: boolean(), write: "create", default: false },
    // Whether tags of which nothing is said are put here: one group of an account.
    default: { shape: boolean(), default: false },
  },
  relationships: { tags: many("tag", { by: "tag-group.id" }) },
  natural: ["name"],
  orders: ["id", "name", "default"],
  // @guess get_tag_groups: Without `sort`, tag groups are in the order of their names.
  defaultSort: "name",
});

type TagGroup = RecordOf<typeof tagGroup>;
const tagGroups = collectionOf(tagGroup);

const updatedTagGroup = object({
  data: change(tagGroup, { "return_fields?": nullable(listOf(string())) }),
});

/** @guess tag_*, remove_tag_from_*: One request names up to 100 records. */
const targets = <const T extends string>(type: T) =>
  object({ data: listOf(named(type), { min: 1, max: 100 }) });

/** Writes to a group answer with it before 2026-04-15, and with nothing since (behaviour.md, 4). */
const written = {
  success: [
    { status: 200, empty: false, until: "2026-04-15" },
    { status: 204, empty: true, since: "2026-04-15" },
  ],
} as const;

const [ofGroup, idsOfGroup] = relation(tagGroup, "tags", [
  "get_tags_for_tag_group",
  "get_tag_ids_for_tag_group",
]);

const operations = [
  list(tag, "get_tags", { paging: pagesSince("2026-04-15", 50) }),
  ...rows(tag, ["create", "get", "update", "remove"]),
  list(tagGroup, "get_tag_groups", { paging: pagesSince("2026-04-15", 25) }),
  ...rows(tagGroup, ["create", "get"]),
  update(tagGroup, "update_tag_group", { body: updatedTagGroup, ...written }),
  remove(tagGroup, "delete_tag_group", written),
  ...relations(tag, ["lists"]),
  action(tag, "tag_lists", { body: targets("list") }),
  action(tag, "remove_tag_from_lists", { body: targets("list") }),
  ...relations(tag, ["segments"]),
  action(tag, "tag_segments", { body: targets("segment") }),
  action(tag, "remove_tag_from_segments", { body: targets("segment") }),
  ...relations(tag, ["tag-group"]),
  { ...ofGroup, onePage: true },
  idsOfGroup,
  ...relations(tag, ["flows"]),
  action(tag, "tag_flows", { body: targets("flow") }),
  action(tag, "remove_tag_from_flows", { body: targets("flow") }),
  ...relations(tag, ["campaigns"]),
  action(tag, "tag_campaigns", { body: targets("campaign") }),
  action(tag, "remove_tag_from_campaigns", { body: targets("campaign") }),
] as const;

const behavior: AreaBehavior<typeof operations> = {
  tag_lists: (call) => mark(call, "list"),
  tag_segments: (call) => mark(call, "segment"),
  tag_flows: (call) => mark(call, "flow"),
  tag_campaigns: (call) => mark(call, "campaign"),
  remove_tag_from_lists: (call) => unmark(call, "list"),
  remove_tag_from_segments: (call) => unmark(call, "segment"),
  remove_tag_from_flows: (call) => unmark(call, "flow"),
  remove_tag_from_campaigns: (call) => unmark(call, "campaign"),
};

type Marking = Invocation & {
  readonly body: { readonly data: readonly { readonly id: string }[] };
};

const tables: Readonly<Record<Tagging["kind"], Collection<never>>> = {
  list: lists as never,
  segment: segments as never,
  campaign: campaigns as never,
  flow: flows as never,
};

/** Of an exclusive group, each may have one tag (tags.md). @guess tag_*: If one record cannot get the tag, none of the request gets it. */
function mark(call: Marking, kind: Tagging["kind"]): Outcome {
  const tag = recordOf(call) as Tag | Refusal;
  if (refused(tag)) return tag;
  const { account } = call;
  const named = call.body.data;
  const table = account.table(tables[kind]);
  const unknown = named.find(({ id }) => table.get(id) === undefined);
  if (unknown !== undefined) return noSuchRecord(kind, unknown.id);
  const exclusive = account.table(tagGroups).get(tag.group)?.exclusive ?? false;
  const problems = named.flatMap(({ id }, index) => {
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
function unmark(call: Marking, kind: Tagging["kind"]): Outcome {
  const record = recordOf(call);
  if (refused(record)) return record;
  const table = call.account.table(taggings);
  const ids = call.body.data.map(({ id }) => taggingId(record.id, id));
  const held = ids.filter((id) => table.get(id)?.kind === kind);
  call.account.commit(held.map((id) => drop(taggings, id)));
  return empty(204);
}

/** How many an account may have (tags.md). @guess create_tag_group: An account has up to 50 tag groups. */
const tagsMax = 500;
const groupsMax = 50;

/** A name is taken once (behaviour.md, 2), and there may not be too many. */
function refusing<R extends Tag | TagGroup>(of: Collection<R>, max: number, many: string) {
  return (account: Account, { id, name }: R, before: R | undefined): Refusal | undefined => {
    const table = account.table(of);
    const rival = table.find(["name"], [name]);
    if (rival !== undefined && rival.id !== id)
      return tagServiceError(409, `${name} already exists.`);
    if (before !== undefined || table.size < max) return undefined;
    return invalid("/data", `An account has at most ${max} ${many}.`);
  };
}

const keepingTags: Keeping<Tag> = {
  defaults: (account) => ({ group: account.table(tagGroups).find(["default"], [true])?.id }),
  noSuch: (type, id) => tagServiceError(404, `A ${type} with id ${id} does not exist.`),
  refuse: refusing(tags, tagsMax, "tags"),
  along: (account, { id }) => withoutTag(account, id),
};

const keepingGroups: Keeping<TagGroup> = {
  refuse: refusing(tagGroups, groupsMax, "tag groups"),
  // @guess delete_tag_group: The default tag group cannot be deleted.
  held: (_, group) =>
    group.default ? invalid("/data/id", "The default tag group cannot be deleted.") : undefined,
  along: (account, { id }) =>
    tagsOfGroup(account, id).flatMap((tag) => [...withoutTag(account, tag.id), drop(tags, tag.id)]),
};

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
