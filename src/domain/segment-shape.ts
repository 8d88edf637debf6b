import {
  any,
  boolean,
  type Infer,
  integer,
  list,
  literal,
  nullable,
  number,
  object,
  oneOf,
  type Shape,
  string,
} from "../contract/shape.ts";

/**
 * The conditions that a segment may be defined by. The specification shows no definition; the
 * names are those of published examples, the set of operators is a @guess.
 */
const comparison = literal(
  "equals",
  "not-equals",
  "greater-than",
  "greater-than-or-equal",
  "less-than",
  "less-than-or-equal",
);

const numeric = object({ type: literal("numeric"), operator: comparison, value: number() });

const units = ["minute", "hour", "day", "week"] as const;

/** A span of time: by its ends, or back from now. */
const dates = {
  alltime: object({ type: literal("date"), operator: literal("alltime") }),
  after: object({
    type: literal("date"),
    operator: literal("after"),
    date: string({ format: "datetime" }),
  }),
  before: object({
    type: literal("date"),
    operator: literal("before"),
    date: string({ format: "datetime" }),
  }),
  "between-static": object({
    type: literal("date"),
    operator: literal("between-static"),
    start: string({ format: "datetime" }),
    end: string({ format: "datetime" }),
  }),
  "in-the-last": object({
    type: literal("date"),
    operator: literal("in-the-last"),
    unit: literal(...units),
    quantity: integer({ min: 1, max: 100_000 }),
  }),
} as const;

/** Filters over one value, by their type; dates by their operator. */
export const filterShapes = {
  numeric,
  string: object({
    type: literal("string"),
    operator: literal(
      "equals",
      "not-equals",
      "contains",
      "not-contains",
      "starts-with",
      "ends-with",
    ),
    value: string({ maxLength: 1000 }),
  }),
  boolean: object({ type: literal("boolean"), operator: literal("equals"), value: boolean() }),
  list: object({
    type: literal("list"),
    operator: literal("contains", "not-contains"),
    value: oneOf(string(), number(), boolean()),
  }),
  existence: object({ type: literal("existence"), operator: literal("is-set", "not-set") }),
} as const;

export const dateShapes = dates;

const filter = any();
const timeframe = nullable(any());

/** The conditions by their type; their filters are checked by their own type. */
export const conditionShapes = {
  "profile-property": object({
    type: literal("profile-property"),
    property: string({ minLength: 1, maxLength: 1000 }),
    filter,
  }),
  "profile-metric": object({
    type: literal("profile-metric"),
    metric_id: string(),
    measurement: literal("count", "sum"),
    measurement_filter: numeric,
    "timeframe_filter?": timeframe,
    "metric_filters?": nullable(
      list(object({ property: string({ minLength: 1 }), filter }), { max: 20 }),
    ),
  }),
  "profile-group-membership": object({
    type: literal("profile-group-membership"),
    is_member: boolean(),
    group_ids: list(string(), { min: 1, max: 50 }),
    "timeframe_filter?": timeframe,
  }),
  "profile-marketing-consent": object({
    type: literal("profile-marketing-consent"),
    consent: object({
      channel: literal("email", "sms"),
      "can_receive_marketing?": boolean(),
      "consent_status?": object({
        subscription: literal("any", "subscribed", "unsubscribed", "never_subscribed"),
      }),
    }),
  }),
} as const satisfies Record<string, Shape>;

type ConditionType = keyof typeof conditionShapes;
export type DateFilter = Infer<(typeof dates)[keyof typeof dates]>;
export type ValueFilter = Infer<(typeof filterShapes)[keyof typeof filterShapes]> | DateFilter;
export type NumericFilter = Infer<typeof numeric>;

type Written = { [T in ConditionType]: Infer<(typeof conditionShapes)[T]> };

/** The conditions as they are once their filters have been checked as well. */
export type Condition =
  | (Omit<Written["profile-property"], "filter"> & { readonly filter: ValueFilter })
  | (Omit<Written["profile-metric"], "timeframe_filter" | "metric_filters"> & {
      readonly timeframe_filter?: DateFilter | null;
      readonly metric_filters?:
        | readonly { readonly property: string; readonly filter: ValueFilter }[]
        | null;
    })
  | (Omit<Written["profile-group-membership"], "timeframe_filter"> & {
      readonly timeframe_filter?: DateFilter | null;
    })
  | Written["profile-marketing-consent"];

/** All groups must hold; of a group, one condition. */
export interface Definition {
  readonly condition_groups: readonly { readonly conditions: readonly Condition[] }[];
}

/** The outline of a definition. */
export const definitionShape = object({
  condition_groups: list(object({ conditions: list(any(), { min: 1, max: 50 }) }), {
    min: 1,
    max: 50,
  }),
});
