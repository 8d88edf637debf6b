import {
  any,
  boolean,
  byDefault,
  integer,
  list,
  literal,
  nullable,
  object,
  string,
} from "../../contract/shape.ts";
import { branches, ids, next } from "./action-parts.ts";
import { branchFilter, outputFilter, profileFilter, triggerFilter } from "./condition-shape.ts";

/** The actions that lead to one of several others. */
export const conditional = object({
  ...ids,
  type: literal("conditional-split"),
  "data?": nullable(object({ profile_filter: profileFilter })),
  ...branches,
});
export const triggerSplit = object({
  ...ids,
  type: literal("trigger-split"),
  "data?": nullable(
    object({
      trigger_filter: triggerFilter,
      trigger_id: string(),
      trigger_type: literal(
        "date",
        "list",
        "low-inventory",
        "metric",
        "price-drop",
        "scheduled",
        "segment",
      ),
      "trigger_subtype?": nullable(
        literal("custom-object", "legacy-custom-object", "profile-property", "profile-trait"),
      ),
    }),
  ),
  ...branches,
});
export const outputSplit = object({
  ...ids,
  type: literal("action-output-split"),
  "data?": nullable(object({ action_output_filter: outputFilter })),
  ...branches,
});
export const multiSplit = object({
  ...ids,
  type: literal("multi-branch-split"),
  "data?": nullable(
    object({
      name: string(),
      branches: list(
        object({
          branch_id: string(),
          "branch_filter?": branchFilter,
          "is_else?": byDefault(boolean(), false),
          "name?": nullable(string()),
          "order?": nullable(integer()),
          ...next,
        }),
      ),
    }),
  ),
  // Its branches have them.
  "links?": any<null>(),
});
