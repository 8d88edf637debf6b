import {
  byDefault,
  during,
  type Infer,
  integer,
  list,
  literal,
  named,
  nullable,
  object,
  string,
} from "../../contract/shape.ts";
import { actionShape } from "./action-shape.ts";
import { entryFilter } from "./condition-shape.ts";
import { triggerShape } from "./trigger-shape.ts";

/** How soon somebody may enter again: never, after a time, or always (a duration of 0). */
const reentryShape = object({
  duration: integer({ min: 0 }),
  unit: literal("day", "hour", "week", "alltime"),
});

/** All of a flow: exactly one trigger, and the actions that its links lead to. */
export const flowDefinition = named(
  "FlowDefinition",
  object({
    triggers: list(triggerShape, { max: 1 }),
    "profile_filter?": byDefault(entryFilter, null),
    actions: list(actionShape),
    entry_action_id: nullable(string()),
    "reentry_criteria?": during(nullable(reentryShape), { since: "2026-01-15" }),
  }),
);

export type FlowDefinition = Infer<typeof flowDefinition>;
export type Reentry = Infer<typeof reentryShape>;
