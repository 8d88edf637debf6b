// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  byDefault, during, integer, list, literal, named, nullable, object, string, type Shape
} from "../../contract/shape.ts";
import { trigger, type Trigger } from "./flow-triggers.ts";
import { flowEntryFilter, type FlowEntryFilter } from "./flow-filters.ts";
import { action, type Action } from "./flow-actions.ts";

/** All of a flow: exactly one trigger, and the actions that its links lead to. */

export interface Reentry {
  readonly duration: number; readonly unit: "day" | "hour" | "week" | "alltime"
}
export const reentry: Shape<Reentry> = object({
  duration: integer({ min: 0 }), unit: literal("day", "hour", "week", "alltime")
});
export interface FlowDefinition {
  readonly triggers: readonly Trigger[]; readonly profile_filter?: FlowEntryFilter;
  readonly actions: readonly Action[]; readonly entry_action_id: string | null;
  readonly reentry_criteria?: Reentry | null
}
export const flowDefinition: Shape<FlowDefinition> = named(
  "FlowDefinition",
  object({
    triggers: list(trigger, { max: 1 }), "profile_filter?": byDefault(flowEntryFilter, null),
    actions: list(action), entry_action_id: nullable(string()),
    "reentry_criteria?": during(nullable(reentry), { since: "2026-01-15" })
  })
);
