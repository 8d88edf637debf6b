import { profileCount, profilesOf } from "../../domain/membership.ts";
import type { Segment } from "../../domain/records.ts";
import { tagsOf } from "../../domain/tags.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { behavior, work } from "./behavior.ts";
import { operations } from "./operations.ts";
import { segment } from "./resources.ts";

export const segmentsArea: ApiArea = {
  name: "segments",
  resources: [segment],
  operations,
  behavior,
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
        profiles: ({ id }: Segment, account) => profilesOf(account, id),
        tags: ({ id }: Segment, account) => tagsOf(account, id),
      },
    },
  },
};
