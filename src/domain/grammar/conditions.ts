// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  boolean, integer, list, literal, nullable, number, object, oneOf, string, type Shape
} from "../../contract/shape.ts";
import {
  amongTextsFilter, type AmongTextsFilter, anniversaryFilter, type AnniversaryFilter, booleanFilter,
  type BooleanFilter, calendarMonthFilter, type CalendarMonthFilter, dateFilter, type DateFilter,
  existenceFilter, type ExistenceFilter, fixedDateFilter, type FixedDateFilter, fixedRangeFilter,
  type FixedRangeFilter, listItemFilter, type ListItemFilter, listLengthFilter,
  type ListLengthFilter, numericFilter, type NumericFilter, numericRangeFilter,
  type NumericRangeFilter, phoneCountryFilter, type PhoneCountryFilter, relativeAnniversaryFilter,
  type RelativeAnniversaryFilter, relativeDateFilter, type RelativeDateFilter, relativeRangeFilter,
  type RelativeRangeFilter, stringFilter, type StringFilter
} from "./filters.ts";
import {
  segmentMarketingConsent, type SegmentMarketingConsent, segmentPermission, type SegmentPermission
} from "./consents.ts";

/** What segments and flows ask of a person. */

export interface ProfileHasGroupMembershipCondition {
  readonly type: "profile-group-membership"; readonly is_member: true;
  readonly group_ids: readonly string[];
  readonly timeframe_filter?:
    FixedDateFilter | FixedRangeFilter | RelativeDateFilter | RelativeRangeFilter | null
}
export const profileHasGroupMembershipCondition: Shape<ProfileHasGroupMembershipCondition> = object({
  type: literal("profile-group-membership"), is_member: literal(true),
  group_ids: list(string({ minLength: 1, maxLength: 1000 }), { min: 1, max: 50 }),
  "timeframe_filter?": nullable(oneOf(
    fixedDateFilter, fixedRangeFilter, relativeDateFilter, relativeRangeFilter
  ))
});
export interface ProfileNoGroupMembershipCondition {
  readonly type: "profile-group-membership"; readonly is_member: false;
  readonly group_ids: readonly string[]
}
export const profileNoGroupMembershipCondition: Shape<ProfileNoGroupMembershipCondition> = object({
  type: literal("profile-group-membership"), is_member: literal(false),
  group_ids: list(string({ minLength: 1, maxLength: 1000 }), { min: 1, max: 50 })
});
export interface ProfileMarketingConsentCondition {
  readonly type: "profile-marketing-consent"; readonly consent: SegmentMarketingConsent
}
export const profileMarketingConsentCondition: Shape<ProfileMarketingConsentCondition> = object({
  type: literal("profile-marketing-consent"), consent: segmentMarketingConsent
});
export interface ProfilePermissionsCondition {
  readonly type: "profile-permissions";
  readonly channel: "whatsapp_marketing" | "whatsapp_transactional";
  readonly permission: SegmentPermission
}
export const profilePermissionsCondition: Shape<ProfilePermissionsCondition> = object({
  type: literal("profile-permissions"),
  channel: literal("whatsapp_marketing", "whatsapp_transactional"), permission: segmentPermission
});
export interface ProfilePropertyCondition {
  readonly type: "profile-property"; readonly property: string;
  readonly filter:
    StringFilter | AmongTextsFilter | PhoneCountryFilter | NumericFilter | BooleanFilter |
    FixedDateFilter | FixedRangeFilter | RelativeDateFilter | RelativeRangeFilter |
    RelativeAnniversaryFilter | CalendarMonthFilter | AnniversaryFilter | ListItemFilter |
    ListLengthFilter | ExistenceFilter
}
export const profilePropertyCondition: Shape<ProfilePropertyCondition> = object({
  type: literal("profile-property"), property: string({ minLength: 1, maxLength: 1000 }),
  filter: oneOf(
    stringFilter, amongTextsFilter, phoneCountryFilter, numericFilter, booleanFilter,
    fixedDateFilter, fixedRangeFilter, relativeDateFilter, relativeRangeFilter,
    relativeAnniversaryFilter, calendarMonthFilter, anniversaryFilter, listItemFilter,
    listLengthFilter, existenceFilter
  )
});
export interface ProfilePostalCodeDistanceCondition {
  readonly type: "profile-postal-code-distance"; readonly country_code: string;
  readonly postal_code: string; readonly unit: "kilometers" | "miles";
  readonly filter:
    { readonly type: "numeric"; readonly operator: "greater-than"; readonly value: number } |
    { readonly type: "numeric"; readonly operator: "less-than"; readonly value: number }
}
export const profilePostalCodeDistanceCondition: Shape<ProfilePostalCodeDistanceCondition> = object({
  type: literal("profile-postal-code-distance"), country_code: string({ maxLength: 1000 }),
  postal_code: string({ maxLength: 1000 }), unit: literal("kilometers", "miles"),
  filter: oneOf(
    object({ type: literal("numeric"), operator: literal("greater-than"), value: number() }),
    object({ type: literal("numeric"), operator: literal("less-than"), value: number() })
  )
});
export interface ProfileRegionCondition {
  readonly type: "profile-region"; readonly in_region: boolean;
  readonly region: "european_union" | "united_states"
}
export const profileRegionCondition: Shape<ProfileRegionCondition> = object({
  type: literal("profile-region"), in_region: boolean(),
  region: literal("european_union", "united_states")
});
export interface ProfilePredictiveAnalyticsDateCondition {
  readonly type: "profile-predictive-analytics";
  readonly dimension: "expected_date_of_next_purchase"; readonly filter: DateFilter
}
export const profilePredictiveAnalyticsDateCondition: Shape<ProfilePredictiveAnalyticsDateCondition> = object({
  type: literal("profile-predictive-analytics"),
  dimension: literal("expected_date_of_next_purchase"), filter: dateFilter
});
export interface ProfilePredictiveAnalyticsNumericCondition {
  readonly type: "profile-predictive-analytics";
  readonly dimension:
    "average_days_between_orders" | "average_order_value" | "churn_probability" | "historic_clv" |
    "historic_number_of_orders" | "predicted_clv" | "predicted_number_of_orders" | "total_clv";
  readonly filter: NumericFilter
}
export const profilePredictiveAnalyticsNumericCondition: Shape<ProfilePredictiveAnalyticsNumericCondition> = object({
  type: literal("profile-predictive-analytics"),
  dimension: literal(
    "average_days_between_orders", "average_order_value", "churn_probability", "historic_clv",
    "historic_number_of_orders", "predicted_clv", "predicted_number_of_orders", "total_clv"
  ),
  filter: numericFilter
});
export interface ProfilePredictiveAnalyticsStringCondition {
  readonly type: "profile-predictive-analytics"; readonly dimension: "predicted_gender";
  readonly filter: {
    readonly type: "string"; readonly operator: "equals" | "not-equals";
    readonly value: "likely_female" | "likely_male" | "uncertain"
  }
}
export const profilePredictiveAnalyticsStringCondition: Shape<ProfilePredictiveAnalyticsStringCondition> = object({
  type: literal("profile-predictive-analytics"), dimension: literal("predicted_gender"),
  filter: object({
    type: literal("string"), operator: literal("equals", "not-equals"),
    value: literal("likely_female", "likely_male", "uncertain")
  })
});
export interface ProfilePredictiveAnalyticsChannelAffinityPriorityCondition {
  readonly type: "profile-predictive-analytics"; readonly dimension: "channel_affinity";
  readonly predicted_channel: "email" | "push" | "sms" | "whatsapp";
  readonly measurement: "priority";
  readonly filter: { readonly type: "numeric"; readonly operator: "equals"; readonly value: number }
}
export const profilePredictiveAnalyticsChannelAffinityPriorityCondition: Shape<ProfilePredictiveAnalyticsChannelAffinityPriorityCondition> = object({
  type: literal("profile-predictive-analytics"), dimension: literal("channel_affinity"),
  predicted_channel: literal("email", "push", "sms", "whatsapp"), measurement: literal("priority"),
  filter: object({ type: literal("numeric"), operator: literal("equals"), value: integer() })
});
export interface ProfilePredictiveAnalyticsChannelAffinityRankCondition {
  readonly type: "profile-predictive-analytics"; readonly dimension: "channel_affinity";
  readonly predicted_channel: "email" | "push" | "sms" | "whatsapp"; readonly measurement: "rank";
  readonly filter: {
    readonly type: "string"; readonly operator: "equals" | "not-equals";
    readonly value: "high" | "low" | "medium"
  }
}
export const profilePredictiveAnalyticsChannelAffinityRankCondition: Shape<ProfilePredictiveAnalyticsChannelAffinityRankCondition> = object({
  type: literal("profile-predictive-analytics"), dimension: literal("channel_affinity"),
  predicted_channel: literal("email", "push", "sms", "whatsapp"), measurement: literal("rank"),
  filter: object({
    type: literal("string"), operator: literal("equals", "not-equals"),
    value: literal("high", "low", "medium")
  })
});
export interface ProfileHasCustomObjectCondition {
  readonly type: "profile-has-custom-object"; readonly object_type_id: string;
  readonly object_type_relationship_id: string;
  readonly filter: {
    readonly type: "numeric";
    readonly operator:
      "equals" | "greater-than" | "greater-than-or-equal" | "less-than" | "less-than-or-equal" |
      "not-equals";
    readonly value: number
  };
  readonly filters: readonly ({
    readonly property_id: number;
    readonly filter:
      StringFilter | AmongTextsFilter | NumericFilter | NumericRangeFilter | BooleanFilter |
      FixedDateFilter | FixedRangeFilter | RelativeDateFilter | RelativeAnniversaryFilter |
      RelativeRangeFilter | ListItemFilter | ListLengthFilter | ExistenceFilter
  })[]
}
export const profileHasCustomObjectCondition: Shape<ProfileHasCustomObjectCondition> = object({
  type: literal("profile-has-custom-object"),
  object_type_id: string({ minLength: 1, maxLength: 1000 }),
  object_type_relationship_id: string({ minLength: 1, maxLength: 1000 }),
  filter: object({
    type: literal("numeric"),
    operator: literal(
      "equals", "greater-than", "greater-than-or-equal", "less-than", "less-than-or-equal",
      "not-equals"
    ),
    value: integer()
  }),
  filters: list(object({
    property_id: integer(),
    filter: oneOf(
      stringFilter, amongTextsFilter, numericFilter, numericRangeFilter, booleanFilter,
      fixedDateFilter, fixedRangeFilter, relativeDateFilter, relativeAnniversaryFilter,
      relativeRangeFilter, listItemFilter, listLengthFilter, existenceFilter
    )
  }), { max: 20 })
});
