// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  any, boolean, byDefault, integer, list, literal, nullable, object, string, type Shape
} from "../../contract/shape.ts";
import { weekdays, type Weekdays } from "./flow-triggers.ts";
import { actionLinks, type ActionLinks } from "./flow-sending.ts";
import {
  flowBranchFilter, type FlowBranchFilter, flowOutputFilter, type FlowOutputFilter,
  flowProfileFilter, type FlowProfileFilter, flowTriggerFilter, type FlowTriggerFilter
} from "./flow-filters.ts";

/** The actions that wait, and those that lead to one of several others. */

export interface TimeDelayAction {
  readonly id?: string | null; readonly temporary_id?: string | null; readonly type: "time-delay";
  readonly data: {
    readonly unit?: "days" | "hours" | "minutes"; readonly value: number;
    readonly secondary_value?: number | null; readonly delay_until_time?: string | null;
    readonly delay_until_weekdays?: Weekdays; readonly timezone?: string
  };
  readonly links?: ActionLinks
}
export const timeDelayAction: Shape<TimeDelayAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()), type: literal("time-delay"),
  data: object({
    "unit?": byDefault(literal("days", "hours", "minutes"), "days"), value: integer({ min: 0 }),
    "secondary_value?": byDefault(nullable(integer({ min: 0 })), null),
    "delay_until_time?": nullable(string({ format: "time" })), "delay_until_weekdays?": weekdays,
    "timezone?": byDefault(string(), "profile")
  }),
  "links?": byDefault(actionLinks, {})
});
export interface TargetDateAction {
  readonly id?: string | null; readonly temporary_id?: string | null; readonly type: "target-date";
  readonly data: {
    readonly target_days?: Weekdays; readonly target_time?: string; readonly timezone?: string
  };
  readonly links?: ActionLinks
}
export const targetDateAction: Shape<TargetDateAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()), type: literal("target-date"),
  data: object({
    "target_days?": weekdays, "target_time?": string({ format: "time" }),
    "timezone?": byDefault(string(), "profile")
  }),
  "links?": byDefault(actionLinks, {})
});
export interface CountdownDelayAction {
  readonly id?: string | null; readonly temporary_id?: string | null;
  readonly type: "countdown-delay";
  readonly data: {
    readonly unit?: "days" | "months" | "weeks"; readonly value?: number;
    readonly delay_until_time?: string | null; readonly delay_until_weekdays?: Weekdays;
    readonly timezone?: string
  };
  readonly links?: ActionLinks
}
export const countdownDelayAction: Shape<CountdownDelayAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()), type: literal("countdown-delay"),
  data: object({
    "unit?": byDefault(literal("days", "months", "weeks"), "days"),
    "value?": byDefault(integer({ min: 0 }), 0),
    "delay_until_time?": nullable(string({ format: "time" })), "delay_until_weekdays?": weekdays,
    "timezone?": byDefault(string(), "profile")
  }),
  "links?": byDefault(actionLinks, {})
});
export interface BackInStockDelayAction {
  readonly id?: string | null; readonly temporary_id?: string | null;
  readonly type: "back-in-stock-delay"; readonly links?: ActionLinks
}
export const backInStockDelayAction: Shape<BackInStockDelayAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()),
  type: literal("back-in-stock-delay"), "links?": byDefault(actionLinks, {})
});
type BranchLinks = {
  readonly next_if_true: string | null; readonly next_if_false: string | null
} | null;
const branchLinks: Shape<BranchLinks> = nullable(object({
  next_if_true: nullable(string()), next_if_false: nullable(string())
}));
export interface ConditionalBranchAction {
  readonly id?: string | null; readonly temporary_id?: string | null;
  readonly type: "conditional-split";
  readonly data?: { readonly profile_filter: FlowProfileFilter } | null;
  readonly links?: BranchLinks
}
export const conditionalBranchAction: Shape<ConditionalBranchAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()),
  type: literal("conditional-split"),
  "data?": nullable(object({ profile_filter: flowProfileFilter })),
  "links?": byDefault(branchLinks, { next_if_true: null, next_if_false: null })
});
export interface TriggerBranchAction {
  readonly id?: string | null; readonly temporary_id?: string | null;
  readonly type: "trigger-split";
  readonly data?: {
    readonly trigger_filter: FlowTriggerFilter; readonly trigger_id: string;
    readonly trigger_type:
      "date" | "list" | "low-inventory" | "metric" | "price-drop" | "scheduled" | "segment";
    readonly trigger_subtype?:
      "custom-object" | "legacy-custom-object" | "profile-property" | "profile-trait" | null
  } | null;
  readonly links?: BranchLinks
}
export const triggerBranchAction: Shape<TriggerBranchAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()), type: literal("trigger-split"),
  "data?": nullable(object({
    trigger_filter: flowTriggerFilter, trigger_id: string(),
    trigger_type: literal(
      "date", "list", "low-inventory", "metric", "price-drop", "scheduled", "segment"
    ),
    "trigger_subtype?": nullable(literal(
      "custom-object", "legacy-custom-object", "profile-property", "profile-trait"
    ))
  })),
  "links?": byDefault(branchLinks, { next_if_true: null, next_if_false: null })
});
export interface ActionOutputSplitAction {
  readonly id?: string | null; readonly temporary_id?: string | null;
  readonly type: "action-output-split";
  readonly data?: { readonly action_output_filter: FlowOutputFilter } | null;
  readonly links?: BranchLinks
}
export const actionOutputSplitAction: Shape<ActionOutputSplitAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()),
  type: literal("action-output-split"),
  "data?": nullable(object({ action_output_filter: flowOutputFilter })),
  "links?": byDefault(branchLinks, { next_if_true: null, next_if_false: null })
});
export interface MultiBranchSplitAction {
  readonly id?: string | null; readonly temporary_id?: string | null;
  readonly type: "multi-branch-split";
  readonly data?: {
    readonly name: string;
    readonly branches: readonly ({
      readonly branch_id: string; readonly branch_filter?: FlowBranchFilter;
      readonly is_else?: boolean; readonly name?: string | null; readonly order?: number | null;
      readonly links?: ActionLinks
    })[]
  } | null;
  readonly links?: null
}
export const multiBranchSplitAction: Shape<MultiBranchSplitAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()),
  type: literal("multi-branch-split"),
  "data?": nullable(object({
    name: string(),
    branches: list(object({
      branch_id: string(), "branch_filter?": flowBranchFilter,
      "is_else?": byDefault(boolean(), false), "name?": nullable(string()),
      "order?": nullable(integer()), "links?": byDefault(actionLinks, {})
    }))
  })),
  "links?": any<null>()
});
