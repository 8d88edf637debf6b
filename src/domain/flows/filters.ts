import type {
  FlowBranchFilter,
  FlowEntryFilter,
  FlowOutputFilter,
  FlowTriggerFilter,
} from "../grammar/flow-filters.ts";

type ConditionIn<F> =
  NonNullable<F> extends {
    readonly condition_groups: readonly { readonly conditions: readonly (infer C)[] }[];
  }
    ? C
    : never;

/** Any condition that may stand in a flow. */
export type FlowCondition = ConditionIn<
  FlowEntryFilter | FlowBranchFilter | FlowTriggerFilter | FlowOutputFilter
>;
/** A filter of a flow, whichever conditions it may have. */
export type FlowFilter = {
  readonly condition_groups: readonly { readonly conditions: readonly FlowCondition[] }[];
} | null;
