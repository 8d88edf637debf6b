// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  integer, literal, nullable, object, oneOf, string, type Shape
} from "../../contract/shape.ts";
import {
  alltimeFilter, type AlltimeFilter, amongTextsFilter, type AmongTextsFilter, anniversaryFilter,
  type AnniversaryFilter, booleanFilter, type BooleanFilter, calendarMonthFilter,
  type CalendarMonthFilter, existenceFilter, type ExistenceFilter, fixedDateFilter,
  type FixedDateFilter, fixedRangeFilter, type FixedRangeFilter, listItemFilter,
  type ListItemFilter, listLengthFilter, type ListLengthFilter, numericFilter, type NumericFilter,
  numericRangeFilter, type NumericRangeFilter, relativeAnniversaryFilter,
  type RelativeAnniversaryFilter, relativeDateFilter, type RelativeDateFilter, relativeRangeFilter,
  type RelativeRangeFilter, stringFilter, type StringFilter
} from "./filters.ts";
import { metricFilters, type MetricFilters } from "./segments.ts";

/** What flows alone ask, of a person and of what made one enter. */

export interface FlowsProfileMetricCondition {
  readonly type: "profile-metric"; readonly metric_id: string;
  readonly measurement: "count" | "sum"; readonly measurement_filter: NumericFilter;
  readonly timeframe_filter:
    FixedDateFilter | FixedRangeFilter | RelativeDateFilter | RelativeRangeFilter |
    RelativeAnniversaryFilter | AlltimeFilter |
    { readonly type: "date"; readonly operator: "flow-start" };
  readonly metric_filters?: MetricFilters
}
export const flowsProfileMetricCondition: Shape<FlowsProfileMetricCondition> = object({
  type: literal("profile-metric"), metric_id: string({ minLength: 1, maxLength: 1000 }),
  measurement: literal("count", "sum"), measurement_filter: numericFilter,
  timeframe_filter: oneOf(
    fixedDateFilter, fixedRangeFilter, relativeDateFilter, relativeRangeFilter,
    relativeAnniversaryFilter, alltimeFilter,
    object({ type: literal("date"), operator: literal("flow-start") })
  ),
  "metric_filters?": metricFilters
});
export interface ProfileRandomSampleCondition {
  readonly type: "profile-sample"; readonly percentage: number
}
export const profileRandomSampleCondition: Shape<ProfileRandomSampleCondition> = object({
  type: literal("profile-sample"), percentage: integer({ min: 0, max: 100 })
});
type SentTimeFilter =
  AlltimeFilter |
  {
    readonly type: "date"; readonly operator: "in-the-last"; readonly unit: "day" | "hour" | "week";
    readonly quantity: number
  };
const sentTimeFilter: Shape<SentTimeFilter> = oneOf(
  alltimeFilter,
  object({
    type: literal("date"), operator: literal("in-the-last"), unit: literal("day", "hour", "week"),
    quantity: integer({ min: 1, max: 100000 })
  })
);
export interface ProfileHasNotReceivedEmailMessageCondition {
  readonly type: "profile-not-sent-email"; readonly timeframe_filter: SentTimeFilter
}
export const profileHasNotReceivedEmailMessageCondition: Shape<ProfileHasNotReceivedEmailMessageCondition> = object({
  type: literal("profile-not-sent-email"), timeframe_filter: sentTimeFilter
});
export interface ProfileHasNotReceivedSmsMessageCondition {
  readonly type: "profile-not-sent-sms"; readonly timeframe_filter: SentTimeFilter
}
export const profileHasNotReceivedSmsMessageCondition: Shape<ProfileHasNotReceivedSmsMessageCondition> = object({
  type: literal("profile-not-sent-sms"), timeframe_filter: sentTimeFilter
});
export interface ProfileHasNotReceivedPushMessageCondition {
  readonly type: "profile-not-sent-push"; readonly timeframe_filter: SentTimeFilter
}
export const profileHasNotReceivedPushMessageCondition: Shape<ProfileHasNotReceivedPushMessageCondition> = object({
  type: literal("profile-not-sent-push"), timeframe_filter: sentTimeFilter
});
export interface ProfileNotInFlowCondition {
  readonly type: "profile-not-in-flow"; readonly timeframe_filter: SentTimeFilter
}
export const profileNotInFlowCondition: Shape<ProfileNotInFlowCondition> = object({
  type: literal("profile-not-in-flow"), timeframe_filter: sentTimeFilter
});
type EventPropertyFilter =
  StringFilter | AmongTextsFilter | NumericFilter | NumericRangeFilter | BooleanFilter |
  FixedDateFilter | FixedRangeFilter | RelativeDateFilter | RelativeRangeFilter |
  RelativeAnniversaryFilter | CalendarMonthFilter | AnniversaryFilter | ListItemFilter |
  ListLengthFilter | ExistenceFilter;
const eventPropertyFilter: Shape<EventPropertyFilter> = oneOf(
  stringFilter, amongTextsFilter, numericFilter, numericRangeFilter, booleanFilter, fixedDateFilter,
  fixedRangeFilter, relativeDateFilter, relativeRangeFilter, relativeAnniversaryFilter,
  calendarMonthFilter, anniversaryFilter, listItemFilter, listLengthFilter, existenceFilter
);
export interface MetricPropertyCondition {
  readonly type: "metric-property"; readonly metric_id: string; readonly field: string;
  readonly filter: EventPropertyFilter
}
export const metricPropertyCondition: Shape<MetricPropertyCondition> = object({
  type: literal("metric-property"), metric_id: string({ minLength: 1, maxLength: 1000 }),
  field: string({ minLength: 1, maxLength: 1000 }), filter: eventPropertyFilter
});
export interface CustomObjectTriggerCondition {
  readonly type: "custom-object-trigger-property"; readonly property_id: number;
  readonly filter:
    StringFilter | NumericFilter | NumericRangeFilter | BooleanFilter | FixedDateFilter |
    FixedRangeFilter | RelativeDateFilter | RelativeRangeFilter | ListItemFilter |
    ListLengthFilter | ExistenceFilter
}
export const customObjectTriggerCondition: Shape<CustomObjectTriggerCondition> = object({
  type: literal("custom-object-trigger-property"), property_id: integer(),
  filter: oneOf(
    stringFilter, numericFilter, numericRangeFilter, booleanFilter, fixedDateFilter,
    fixedRangeFilter, relativeDateFilter, relativeRangeFilter, listItemFilter, listLengthFilter,
    existenceFilter
  )
});
export interface CustomObjectPropertyCondition {
  readonly type: "custom-object-property"; readonly custom_object_label: string;
  readonly field: string; readonly filter: EventPropertyFilter
}
export const customObjectPropertyCondition: Shape<CustomObjectPropertyCondition> = object({
  type: literal("custom-object-property"), custom_object_label: string(),
  field: string({ minLength: 1, maxLength: 1000 }), filter: eventPropertyFilter
});
export interface PriceDropCondition {
  readonly type: "price-drop-property"; readonly metric_id: string | null; readonly field: string;
  readonly filter: EventPropertyFilter
}
export const priceDropCondition: Shape<PriceDropCondition> = object({
  type: literal("price-drop-property"),
  metric_id: nullable(string({ minLength: 1, maxLength: 1000 })),
  field: string({ minLength: 1, maxLength: 1000 }), filter: eventPropertyFilter
});
export interface LowInventoryCondition {
  readonly type: "low-inventory-property"; readonly metric_id: string | null;
  readonly field: string; readonly filter: EventPropertyFilter
}
export const lowInventoryCondition: Shape<LowInventoryCondition> = object({
  type: literal("low-inventory-property"),
  metric_id: nullable(string({ minLength: 1, maxLength: 1000 })),
  field: string({ minLength: 1, maxLength: 1000 }), filter: eventPropertyFilter
});
export interface ActionOutputCondition {
  readonly type: "action-output"; readonly output_config_id: number; readonly field: string;
  readonly filter:
    StringFilter | AmongTextsFilter | NumericFilter | NumericRangeFilter | BooleanFilter |
    ExistenceFilter
}
export const actionOutputCondition: Shape<ActionOutputCondition> = object({
  type: literal("action-output"), output_config_id: integer(), field: string(),
  filter: oneOf(
    stringFilter, amongTextsFilter, numericFilter, numericRangeFilter, booleanFilter,
    existenceFilter
  )
});
