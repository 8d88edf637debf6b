import {
  type Infer,
  integer,
  list,
  literal,
  named,
  nullable,
  object,
  oneOf,
  type Shape,
  string,
} from "../../contract/shape.ts";
import {
  alltime,
  amongTexts,
  booleanFilter,
  dates,
  existence,
  fixedDate,
  fixedRange,
  listItem,
  listLength,
  numeric,
  numericRange,
  relativeDate,
  relativeRange,
  textFilter,
} from "../filters/shape.ts";
import { countedSpans, metricCondition, profileConditions } from "../segments/shape.ts";

/**
 * What flows ask before somebody enters, at a split, and before a message goes: the published conditions
 * (flows.json). How much of anything there may be is a @guess.
 */
const name = string({ minLength: 1, maxLength: 1000 });

/** All groups must hold; of a group, one condition. Null asks for nothing. */
const filterOf = <C>(condition: Shape<C>) =>
  nullable(
    object({
      condition_groups: list(object({ conditions: list(condition, { min: 1, max: 50 }) }), {
        max: 50,
      }),
    }),
  );

/** Since when the person has been in the flow. */
const flowStart = object({ type: literal("date"), operator: literal("flow-start") });
const sent = oneOf(
  alltime,
  object({
    type: literal("date"),
    operator: literal("in-the-last"),
    unit: literal("day", "hour", "week"),
    quantity: integer({ min: 1, max: 100_000 }),
  }),
);

const ofPerson = [
  ...profileConditions,
  metricCondition(oneOf(...countedSpans, flowStart)),
  object({ type: literal("profile-sample"), percentage: integer({ min: 0, max: 100 }) }),
  ...(["profile-not-sent-email", "profile-not-sent-sms", "profile-not-sent-push"] as const).map(
    (type) => object({ type: literal(type), timeframe_filter: sent }),
  ),
] as const;

const notInFlow = object({ type: literal("profile-not-in-flow"), timeframe_filter: sent });

const values = oneOf(
  textFilter,
  amongTexts,
  numeric,
  numericRange,
  booleanFilter,
  ...dates,
  listItem,
  listLength,
  existence,
);

const metricProperty = object({
  type: literal("metric-property"),
  metric_id: name,
  field: name,
  filter: values,
});
const objectTrigger = object({
  type: literal("custom-object-trigger-property"),
  property_id: integer(),
  filter: oneOf(
    textFilter,
    numeric,
    numericRange,
    booleanFilter,
    fixedDate,
    fixedRange,
    relativeDate,
    relativeRange,
    listItem,
    listLength,
    existence,
  ),
});
const objectProperty = object({
  type: literal("custom-object-property"),
  custom_object_label: string(),
  field: name,
  filter: values,
});
const ofItem = <T extends string>(type: T) =>
  object({ type: literal(type), metric_id: nullable(name), field: name, filter: values });
const priceDrop = ofItem("price-drop-property");
const lowInventory = ofItem("low-inventory-property");

/** What an earlier action came to. */
const actionOutput = object({
  type: literal("action-output"),
  output_config_id: integer(),
  field: string(),
  filter: oneOf(textFilter, amongTexts, numeric, numericRange, booleanFilter, existence),
});

/** Of the person, before each of its messages and at its splits. */
export const profileFilter = named("FlowProfileFilter", filterOf(oneOf(...ofPerson)));
/** Of whoever enters. */
export const entryFilter = named("FlowEntryFilter", filterOf(oneOf(...ofPerson, notInFlow)));
/** Of the event that begins it. */
export const eventFilter = named("FlowEventFilter", filterOf(metricProperty));
export const priceDropFilter = filterOf(priceDrop);
export const lowInventoryFilter = filterOf(lowInventory);
/** Of whatever began it. */
export const triggerFilter = named(
  "FlowTriggerFilter",
  filterOf(oneOf(metricProperty, objectTrigger, objectProperty, priceDrop, lowInventory)),
);
/** Of the person and of what began it. */
export const branchFilter = named(
  "FlowBranchFilter",
  filterOf(oneOf(...ofPerson, metricProperty, objectTrigger)),
);
export const outputFilter = filterOf(actionOutput);

export type EntryFilter = Infer<typeof entryFilter>;
type BranchFilter = Infer<typeof branchFilter>;
type TriggerFilter = Infer<typeof triggerFilter>;
type OutputFilter = Infer<typeof outputFilter>;

type ConditionIn<F> =
  NonNullable<F> extends {
    readonly condition_groups: readonly { readonly conditions: readonly (infer C)[] }[];
  }
    ? C
    : never;

/** Any condition that may stand in a flow. */
export type FlowCondition = ConditionIn<EntryFilter | BranchFilter | TriggerFilter | OutputFilter>;
/** A filter of a flow, whichever conditions it may have. */
export type FlowFilter = {
  readonly condition_groups: readonly { readonly conditions: readonly FlowCondition[] }[];
} | null;
