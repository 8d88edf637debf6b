import { stamps, many, one } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { absentIfNull, during, integer, literal, nullable } from "../../contract/shape.ts";
import { required, string, boolean } from "../../contract/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { segmentDefinition } from "../grammar/segments.ts";

const name = string({ minLength: 1, maxLength: 1000 });
const optIn = literal("double_opt_in", "single_opt_in");

export const list = resource("list", {
  path: "/api/lists",
  attributes: {
    name: {
      shape: name,
      write: "always",
      required: true,
      updated: required(absentIfNull(name), { until: "2025-10-15" }),
    },
    ...stamps,
    opt_in_process: {
      shape: optIn,
      since: "2023-12-15",
      write: "always",
      body: during(nullable(optIn), { since: "2025-10-15" }),
      // @guess create_list: A list without `opt_in_process` is `double_opt_in`.
      default: "double_opt_in",
    },
    profile_count: { shape: integer(), additional: true, computed: true },
  },
  relationships: {
    profiles: many("profile", { members: true }),
    tags: many("tag"),
    "flow-triggers": many("flow", { since: "2024-10-15" }),
  },
  natural: ["name"],
  orders: ["id", "name", "created", "updated"],
  // @guess get_lists, get_list*_for_profile: Without `sort`, the oldest list comes first.
  defaultSort: "created",
});

export type List = RecordOf<typeof list>;
export const lists = collectionOf(list);

/** What its definition names is looked at by `domain/segments/condition.ts`. */
export const segment = resource("segment", {
  path: "/api/segments",
  attributes: {
    name: {
      shape: name,
      write: "always",
      required: true,
      updated: required(absentIfNull(name), { until: "2024-02-15" }),
    },
    // By which its members are worked out; null: they were named once and for all.
    definition: {
      shape: nullable(segmentDefinition),
      since: "2024-06-15",
      write: "always",
      required: true,
      created: segmentDefinition,
      updated: during(segmentDefinition, { since: "2024-06-15" }),
    },
    ...stamps,
    is_active: {
      shape: boolean(),
      since: "2024-02-15",
      write: "update",
      updated: during(nullable(boolean()), { since: "2026-01-15" }),
      default: true,
    },
    is_processing: { shape: boolean(), since: "2024-02-15" },
    is_starred: {
      shape: boolean(),
      since: "2024-02-15",
      write: "always",
      created: nullable(boolean()),
      default: false,
    },
    profile_count: { shape: integer(), additional: true, computed: true },
  },
  relationships: {
    profiles: many("profile", { members: true }),
    tags: many("tag"),
    "flow-triggers": many("flow", { since: "2024-10-15" }),
  },
  // How often it was defined anew: work for an earlier definition is none for a later one.
  kept: { defined: integer() },
  natural: ["name"],
  orders: ["id", "name", "created", "updated"],
  // @guess get_segments, get_segment*_for_profile: Without `sort`, the oldest segment comes first.
  defaultSort: "created",
});

export type Segment = RecordOf<typeof segment>;
export const segments = collectionOf(segment);

const text = string({ minLength: 1, maxLength: 255 });

export const tagName = {
  shape: text,
  write: "always",
  required: true,
  updated: required(text, {}),
} as const;

export const tag = resource("tag", {
  path: "/api/tags",
  id: "uuid",
  attributes: { name: tagName },
  relationships: {
    "tag-group": one("tag-group", {
      from: "group",
      write: "create",
      linksOnly: ["get_tags_for_tag_group"],
    }),
    lists: many("list"),
    segments: many("segment"),
    campaigns: many("campaign"),
    flows: many("flow"),
  },
  natural: ["name"],
  orders: ["id", "name", ["tag-group.id", "name"]],
  // @guess get_tags, get_tags_for_*, get_tag_ids_for_*: Without `sort`, tags are in the order of their names.
  defaultSort: "name",
});

export type Tag = RecordOf<typeof tag>;
export const tags = collectionOf(tag);
