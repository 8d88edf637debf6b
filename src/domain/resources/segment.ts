import { stamps, many } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import {
  absentIfNull,
  boolean,
  during,
  integer,
  nullable,
  required,
  string,
} from "../../contract/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { segmentDefinition } from "../grammar/segments.ts";

const name = string({ minLength: 1, maxLength: 1000 });

/** What its definition names is looked at by `domain/segments/check.ts`. */
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
