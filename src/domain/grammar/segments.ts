// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  boolean, list, literal, named, nullable, object, oneOf, string, type Shape
} from "../../contract/shape.ts";
import {
  alltimeFilter, type AlltimeFilter, amongTextsFilter, type AmongTextsFilter, booleanFilter,
  type BooleanFilter, existenceFilter, type ExistenceFilter, fixedDateFilter, type FixedDateFilter,
  fixedRangeFilter, type FixedRangeFilter, listLengthFilter, type ListLengthFilter, listSetFilter,
  type ListSetFilter, listSubstringFilter, type ListSubstringFilter, numericFilter,
  type NumericFilter, relativeAnniversaryFilter, type RelativeAnniversaryFilter, relativeDateFilter,
  type RelativeDateFilter, relativeRangeFilter, type RelativeRangeFilter, stringFilter,
  type StringFilter
} from "./filters.ts";
import {
  profileHasCustomObjectCondition, type ProfileHasCustomObjectCondition,
  profileHasGroupMembershipCondition, type ProfileHasGroupMembershipCondition,
  profileMarketingConsentCondition, type ProfileMarketingConsentCondition,
  profileNoGroupMembershipCondition, type ProfileNoGroupMembershipCondition,
  profilePermissionsCondition, type ProfilePermissionsCondition, profilePostalCodeDistanceCondition,
  type ProfilePostalCodeDistanceCondition,
  profilePredictiveAnalyticsChannelAffinityPriorityCondition,
  type ProfilePredictiveAnalyticsChannelAffinityPriorityCondition,
  profilePredictiveAnalyticsChannelAffinityRankCondition,
  type ProfilePredictiveAnalyticsChannelAffinityRankCondition,
  profilePredictiveAnalyticsDateCondition, type ProfilePredictiveAnalyticsDateCondition,
  profilePredictiveAnalyticsNumericCondition, type ProfilePredictiveAnalyticsNumericCondition,
  profilePredictiveAnalyticsStringCondition, type ProfilePredictiveAnalyticsStringCondition,
  profilePropertyCondition, type ProfilePropertyCondition, profileRegionCondition,
  type ProfileRegionCondition
} from "./conditions.ts";

/** By what a segment is defined. */

export type MetricFilters = readonly ({
  readonly property: string;
  readonly filter?:
    StringFilter | AmongTextsFilter | ExistenceFilter | ListSetFilter | ListLengthFilter |
    ListSubstringFilter | BooleanFilter | NumericFilter | null
})[] | null;
export const metricFilters: Shape<MetricFilters> = nullable(list(object({
  property: string({ minLength: 1, maxLength: 1000 }),
  "filter?": nullable(oneOf(
    stringFilter, amongTextsFilter, existenceFilter, listSetFilter, listLengthFilter,
    listSubstringFilter, booleanFilter, numericFilter
  ))
}), { max: 20 }));
export type Condition =
  ProfileHasGroupMembershipCondition | ProfileNoGroupMembershipCondition |
  ProfileMarketingConsentCondition | ProfilePermissionsCondition | ProfilePropertyCondition |
  ProfilePostalCodeDistanceCondition | ProfileRegionCondition |
  ProfilePredictiveAnalyticsDateCondition | ProfilePredictiveAnalyticsNumericCondition |
  ProfilePredictiveAnalyticsStringCondition |
  ProfilePredictiveAnalyticsChannelAffinityPriorityCondition |
  ProfilePredictiveAnalyticsChannelAffinityRankCondition | ProfileHasCustomObjectCondition |
  {
    readonly type: "profile-metric"; readonly metric_id: string;
    readonly measurement: "count" | "sum"; readonly measurement_filter: NumericFilter;
    readonly timeframe_filter:
      FixedDateFilter | FixedRangeFilter | RelativeDateFilter | RelativeRangeFilter |
      RelativeAnniversaryFilter | AlltimeFilter;
    readonly metric_filters?: MetricFilters
  } |
  {
    readonly type: "profile-metric-funnel";
    readonly timeframe_filter: FixedRangeFilter | RelativeRangeFilter | RelativeDateFilter;
    readonly steps: readonly {
      readonly metric_id: string; readonly metric_exists: boolean;
      readonly metric_filters?: MetricFilters
    }[];
    readonly completion_window_seconds?:
      "DAYS_1" | "DAYS_180" | "DAYS_3" | "DAYS_30" | "DAYS_5" | "DAYS_90" | "HOURS_1" | "WEEKS_1" |
      "YEARS_1" | null
  };
export const condition: Shape<Condition> = named(
  "SegmentCondition",
  oneOf(
    profileHasGroupMembershipCondition, profileNoGroupMembershipCondition,
    profileMarketingConsentCondition, profilePermissionsCondition, profilePropertyCondition,
    profilePostalCodeDistanceCondition, profileRegionCondition,
    profilePredictiveAnalyticsDateCondition, profilePredictiveAnalyticsNumericCondition,
    profilePredictiveAnalyticsStringCondition,
    profilePredictiveAnalyticsChannelAffinityPriorityCondition,
    profilePredictiveAnalyticsChannelAffinityRankCondition, profileHasCustomObjectCondition,
    object({
      type: literal("profile-metric"), metric_id: string({ minLength: 1, maxLength: 1000 }),
      measurement: literal("count", "sum"), measurement_filter: numericFilter,
      timeframe_filter: oneOf(
        fixedDateFilter, fixedRangeFilter, relativeDateFilter, relativeRangeFilter,
        relativeAnniversaryFilter, alltimeFilter
      ),
      "metric_filters?": metricFilters
    }),
    object({
      type: literal("profile-metric-funnel"),
      timeframe_filter: oneOf(fixedRangeFilter, relativeRangeFilter, relativeDateFilter),
      steps: list(object({
        metric_id: string({ minLength: 1, maxLength: 1000 }), metric_exists: boolean(),
        "metric_filters?": metricFilters
      }), { max: 20 }),
      "completion_window_seconds?": nullable(literal(
        "DAYS_1", "DAYS_180", "DAYS_3", "DAYS_30", "DAYS_5", "DAYS_90", "HOURS_1", "WEEKS_1",
        "YEARS_1"
      ))
    })
  )
);
export type ConditionKind = Condition["type"];
export type ConditionOf<K extends ConditionKind> = Extract<Condition, { readonly type: K }>;
export interface SegmentDefinition {
  readonly condition_groups: readonly { readonly conditions: readonly Condition[] }[]
}
export const segmentDefinition: Shape<SegmentDefinition> = named(
  "SegmentDefinition",
  object({
    condition_groups: list(object({
      conditions: list(condition, { min: 1, max: 50 })
    }), { min: 1, max: 50 })
  })
);
