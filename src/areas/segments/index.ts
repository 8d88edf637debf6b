import { lookup, memberFilter, memberIdPages } from "../../contract/row-options.ts";
import { pages, pagesSince, since } from "../../contract/row-options.ts";
import { get, list, relations, rows } from "../../contract/rows.ts";
import { segment, type Segment } from "../../domain/resources/groups.ts";
import { triggeredBy } from "../../domain/flows/actions.ts";
import { turnoverOf, freshGroupId, membersOf } from "../../domain/segments/membership.ts";
import { profileCount } from "../../domain/segments/membership.ts";
import { tagsOf, untagged } from "../../domain/tags.ts";
import type { ApiArea, Keeping, Work } from "../../verbs/invocation.ts";
import { bySize } from "../../world/time/slices.ts";
import { turnedBack } from "../../world/time/agenda.ts";
import { definitionProblems, knownIn } from "../../domain/segments/condition.ts";
import type { SegmentDefinition } from "../../domain/grammar/segments.ts";
import type { Reviewing, Filling, Turning } from "../../domain/segments/segmentation.ts";
import { fillSegment, reviewOne, reviewWork } from "../../domain/segments/segmentation.ts";
import { refillSegments, turnSegment, turnWork } from "../../domain/segments/segmentation.ts";
import { unreviewed } from "../../domain/segments/segmentation.ts";
import { invalidBody } from "../../jsonapi/refusal.ts";

const sort = ["created", "id", "name", "updated"] as const;
const include = ["tags", since("2024-10-15", "flow-triggers")];

const operations = [
  list(segment, "get_segments", {
    filter: {
      id: lookup,
      name: lookup,
      created: ["greater-than"],
      updated: ["greater-than"],
      is_active: { ...lookup, since: "2024-02-15" },
      is_starred: { operators: ["equals"], since: "2024-02-15" },
    },
    sort: sort.map((name) => since("2024-05-15", name)),
    include,
    paging: pagesSince("2026-04-15", 10),
  }),
  get(segment, "get_segment", { include }),
  ...rows(segment, ["create", "update", "remove"]),
  ...relations(segment, ["profiles"], {
    filter: { profile_id: { ...lookup, since: "2025-10-15" }, ...memberFilter },
    paging: [pages({ default: 20, max: 100 })],
    idPaging: memberIdPages,
  }),
  ...relations(segment, ["tags", "flow-triggers"]),
] as const;

const keeping: Keeping<Segment> = {
  idOf: (_, account) => freshGroupId(account, "segment"),
  defaults: () => ({ defined: 0, is_processing: true }),
  asKept: ({ definition, ...given }) =>
    definition ? { ...given, definition: shown(definition) } : given,
  becomes(record, before) {
    const redefined = record.definition !== before.definition;
    // What it missed while it was not kept up to date is made up for.
    const fill = record.definition !== null && record.is_active && (redefined || !before.is_active);
    return {
      ...record,
      defined: before.defined + (fill ? 1 : 0),
      is_processing: fill || (record.is_active && before.is_processing),
    };
  },
  refuse(account, { definition }, before) {
    if (definition === before?.definition) return undefined;
    const problems = definitionProblems(knownIn(account), definition, at, before?.id);
    return problems.length > 0 ? invalidBody(problems) : undefined;
  },
  long: true,
  *after(account, { id, defined }, before, now) {
    if (defined === before?.defined) return;
    yield* account.processInTurns([fillWork], { id, defined }, now, "segments");
  },
  parts: [membersOf, turnoverOf],
  along: (account, { id }) => [...unreviewed(account, id), ...untagged(account, id)],
};

const at = "/data/attributes/definition";
const fillWork = "segment.fill";

const work: Readonly<Record<string, Work>> = {
  [fillWork]: (account, filling: Filling, now) =>
    bySize(account.state.sizeOf("profile"), fillSegment(account, filling, now)),
  [turnedBack]: (account, _: undefined, now) => refillSegments(account, now),
  [turnWork]: (account, input: Turning, now) =>
    bySize(account.state.sizeOf("profile"), turnSegment(account, input, now)),
  [reviewWork]: (account, input: Reviewing, now) => reviewOne(account, input, now),
};

/** Of membership, what is not said of its time is said by null (recorded.md, 6). */
const shown = (definition: SegmentDefinition): SegmentDefinition => ({
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

export const segmentsArea: ApiArea = {
  name: "segments",
  resources: [segment],
  operations,
  quirks: {
    "starred-ignored": {
      operation: "get_segments",
      act({ query, ...call }, go) {
        const conditions = query.conditions.filter(({ name }) => name !== "is_starred");
        return go({ ...call, query: { ...query, conditions } });
      },
    },
  },
  work,
  bindings: {
    segment: {
      computed: { profile_count: ({ id }: Segment, account) => profileCount(account, id) },
      related: {
        tags: ({ id }: Segment, account) => tagsOf(account, id),
        "flow-triggers": ({ id }: Segment, account) => triggeredBy(account, id),
      },
      keeping,
    },
  },
};
