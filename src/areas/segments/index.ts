import { triggeredBy } from "../../domain/flows/triggered.ts";
import { profileCount } from "../../domain/segments/membership.ts";
import { type Segment, segment } from "../../domain/resources/segment.ts";
import { tagsOf } from "../../domain/tags.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { keeping, work } from "./keeping.ts";
import { operations } from "./operations.ts";

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
