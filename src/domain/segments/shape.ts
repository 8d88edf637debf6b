import {
  boolean,
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
  dateFilter,
  dates,
  distances,
  existence,
  fixedDate,
  fixedRange,
  listItem,
  listLength,
  listSet,
  listSubstring,
  numeric,
  numericRange,
  phoneCountry,
  relativeAnniversary,
  relativeDate,
  relativeRange,
  spans,
  textFilter,
  wholeNumeric,
} from "../filters/shape.ts";
import { consentShape, permissionShape } from "./consent-shape.ts";

/**
 * The published conditions by which a segment may be defined. From this table follow the check, the
 * type by which they are evaluated, and the schema in the OpenAPI document. How many there may be
 * of anything is a @guess.
 */
const name = string({ minLength: 1, maxLength: 1000 });
const id = string({ minLength: 1, maxLength: 1000 });
const groups = list(id, { min: 1, max: 50 });

/** Asked of an event's property; without a filter, nothing is asked of it. */
const metricFilters = nullable(
  list(
    object({
      property: name,
      "filter?": nullable(
        oneOf(
          textFilter,
          amongTexts,
          existence,
          listSet,
          listLength,
          listSubstring,
          booleanFilter,
          numeric,
        ),
      ),
    }),
    { max: 20 },
  ),
);

const membership = literal("profile-group-membership");
const isMember = object({
  type: membership,
  is_member: literal(true),
  group_ids: groups,
  "timeframe_filter?": nullable(oneOf(...spans)),
});
const isNoMember = object({ type: membership, is_member: literal(false), group_ids: groups });

/** How often, or for how much, something happened in a span of time. */
export const metricCondition = <T>(timeframe_filter: Shape<T>) =>
  object({
    type: literal("profile-metric"),
    metric_id: id,
    measurement: literal("count", "sum"),
    measurement_filter: numeric,
    timeframe_filter,
    "metric_filters?": metricFilters,
  });

/** The spans of time that events are counted in. */
export const countedSpans = [...spans, relativeAnniversary, alltime] as const;

const metric = metricCondition(oneOf(...countedSpans));

const funnel = object({
  type: literal("profile-metric-funnel"),
  timeframe_filter: oneOf(fixedRange, relativeRange, relativeDate),
  steps: list(
    object({ metric_id: id, metric_exists: boolean(), "metric_filters?": metricFilters }),
    { max: 20 },
  ),
  "completion_window_seconds?": nullable(
    literal(
      "DAYS_1",
      "DAYS_180",
      "DAYS_3",
      "DAYS_30",
      "DAYS_5",
      "DAYS_90",
      "HOURS_1",
      "WEEKS_1",
      "YEARS_1",
    ),
  ),
});

const consent = object({ type: literal("profile-marketing-consent"), consent: consentShape });

const permissions = object({
  type: literal("profile-permissions"),
  channel: literal("whatsapp_marketing", "whatsapp_transactional"),
  permission: permissionShape,
});

const property = object({
  type: literal("profile-property"),
  property: name,
  filter: oneOf(
    textFilter,
    amongTexts,
    phoneCountry,
    numeric,
    booleanFilter,
    ...dates,
    listItem,
    listLength,
    existence,
  ),
});

const distance = object({
  type: literal("profile-postal-code-distance"),
  country_code: string({ maxLength: 1000 }),
  postal_code: string({ maxLength: 1000 }),
  unit: literal("kilometers", "miles"),
  filter: oneOf(...distances),
});

const region = object({
  type: literal("profile-region"),
  in_region: boolean(),
  region: literal("european_union", "united_states"),
});

const prediction = literal("profile-predictive-analytics");
const predictedDate = object({
  type: prediction,
  dimension: literal("expected_date_of_next_purchase"),
  filter: dateFilter,
});
const predictedNumber = object({
  type: prediction,
  dimension: literal(
    "average_days_between_orders",
    "average_order_value",
    "churn_probability",
    "historic_clv",
    "historic_number_of_orders",
    "predicted_clv",
    "predicted_number_of_orders",
    "total_clv",
  ),
  filter: numeric,
});
const isOrNot = literal("equals", "not-equals");
const predictedGender = object({
  type: prediction,
  dimension: literal("predicted_gender"),
  filter: object({
    type: literal("string"),
    operator: isOrNot,
    value: literal("likely_female", "likely_male", "uncertain"),
  }),
});
const affinity = {
  type: prediction,
  dimension: literal("channel_affinity"),
  predicted_channel: literal("email", "push", "sms", "whatsapp"),
} as const;
const affinityPriority = object({
  ...affinity,
  measurement: literal("priority"),
  filter: object({ type: literal("numeric"), operator: literal("equals"), value: integer() }),
});
const affinityRank = object({
  ...affinity,
  measurement: literal("rank"),
  filter: object({
    type: literal("string"),
    operator: isOrNot,
    value: literal("high", "low", "medium"),
  }),
});

const customObject = object({
  type: literal("profile-has-custom-object"),
  object_type_id: id,
  object_type_relationship_id: id,
  filter: wholeNumeric,
  filters: list(
    object({
      property_id: integer(),
      filter: oneOf(
        textFilter,
        amongTexts,
        numeric,
        numericRange,
        booleanFilter,
        fixedDate,
        fixedRange,
        relativeDate,
        relativeAnniversary,
        relativeRange,
        listItem,
        listLength,
        existence,
      ),
    }),
    { max: 20 },
  ),
});

/** What both segments and flows ask of a person; each asks for events in its own words. */
export const profileConditions = [
  isMember,
  isNoMember,
  consent,
  permissions,
  property,
  distance,
  region,
  predictedDate,
  predictedNumber,
  predictedGender,
  affinityPriority,
  affinityRank,
  customObject,
] as const;

const condition = named("SegmentCondition", oneOf(...profileConditions, metric, funnel));

export type Condition = Infer<typeof condition>;
/** A condition of a kind. */
export type ConditionOf<T extends Condition["type"]> = Extract<Condition, { readonly type: T }>;
export type MetricFilters = ConditionOf<"profile-metric">["metric_filters"];

/** All groups must hold; of a group, one condition. */
export const definitionShape = named(
  "SegmentDefinition",
  object({
    condition_groups: list(object({ conditions: list(condition, { min: 1, max: 50 }) }), {
      min: 1,
      max: 50,
    }),
  }),
);

export type Definition = Infer<typeof definitionShape>;
