// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import { list, named, nullable, object, oneOf, type Shape } from "../../contract/shape.ts";
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
import {
  actionOutputCondition, type ActionOutputCondition, customObjectPropertyCondition,
  type CustomObjectPropertyCondition, customObjectTriggerCondition,
  type CustomObjectTriggerCondition, flowsProfileMetricCondition, type FlowsProfileMetricCondition,
  lowInventoryCondition, type LowInventoryCondition, metricPropertyCondition,
  type MetricPropertyCondition, priceDropCondition, type PriceDropCondition,
  profileHasNotReceivedEmailMessageCondition, type ProfileHasNotReceivedEmailMessageCondition,
  profileHasNotReceivedPushMessageCondition, type ProfileHasNotReceivedPushMessageCondition,
  profileHasNotReceivedSmsMessageCondition, type ProfileHasNotReceivedSmsMessageCondition,
  profileNotInFlowCondition, type ProfileNotInFlowCondition, profileRandomSampleCondition,
  type ProfileRandomSampleCondition
} from "./flow-conditions.ts";

/** What flows ask before somebody enters, at a split, and before a message goes. */

export type FlowProfileFilter = {
  readonly condition_groups: readonly ({
    readonly conditions: readonly (
      ProfileHasGroupMembershipCondition | ProfileNoGroupMembershipCondition |
      ProfileMarketingConsentCondition | ProfilePermissionsCondition | ProfilePropertyCondition |
      ProfilePostalCodeDistanceCondition | ProfileRegionCondition |
      ProfilePredictiveAnalyticsDateCondition | ProfilePredictiveAnalyticsNumericCondition |
      ProfilePredictiveAnalyticsStringCondition |
      ProfilePredictiveAnalyticsChannelAffinityPriorityCondition |
      ProfilePredictiveAnalyticsChannelAffinityRankCondition | ProfileHasCustomObjectCondition |
      FlowsProfileMetricCondition | ProfileRandomSampleCondition |
      ProfileHasNotReceivedEmailMessageCondition | ProfileHasNotReceivedSmsMessageCondition |
      ProfileHasNotReceivedPushMessageCondition)[]
  })[]
} | null;
export const flowProfileFilter: Shape<FlowProfileFilter> = named(
  "FlowProfileFilter",
  nullable(object({
    condition_groups: list(object({
      conditions: list(oneOf(
        profileHasGroupMembershipCondition, profileNoGroupMembershipCondition,
        profileMarketingConsentCondition, profilePermissionsCondition, profilePropertyCondition,
        profilePostalCodeDistanceCondition, profileRegionCondition,
        profilePredictiveAnalyticsDateCondition, profilePredictiveAnalyticsNumericCondition,
        profilePredictiveAnalyticsStringCondition,
        profilePredictiveAnalyticsChannelAffinityPriorityCondition,
        profilePredictiveAnalyticsChannelAffinityRankCondition, profileHasCustomObjectCondition,
        flowsProfileMetricCondition, profileRandomSampleCondition,
        profileHasNotReceivedEmailMessageCondition, profileHasNotReceivedSmsMessageCondition,
        profileHasNotReceivedPushMessageCondition
      ), { min: 1, max: 50 })
    }), { max: 50 })
  }))
);
export type FlowEntryFilter = {
  readonly condition_groups: readonly ({
    readonly conditions: readonly (
      ProfileHasGroupMembershipCondition | ProfileNoGroupMembershipCondition |
      ProfileMarketingConsentCondition | ProfilePermissionsCondition | ProfilePropertyCondition |
      ProfilePostalCodeDistanceCondition | ProfileRegionCondition |
      ProfilePredictiveAnalyticsDateCondition | ProfilePredictiveAnalyticsNumericCondition |
      ProfilePredictiveAnalyticsStringCondition |
      ProfilePredictiveAnalyticsChannelAffinityPriorityCondition |
      ProfilePredictiveAnalyticsChannelAffinityRankCondition | ProfileHasCustomObjectCondition |
      FlowsProfileMetricCondition | ProfileRandomSampleCondition |
      ProfileHasNotReceivedEmailMessageCondition | ProfileHasNotReceivedSmsMessageCondition |
      ProfileHasNotReceivedPushMessageCondition | ProfileNotInFlowCondition)[]
  })[]
} | null;
export const flowEntryFilter: Shape<FlowEntryFilter> = named(
  "FlowEntryFilter",
  nullable(object({
    condition_groups: list(object({
      conditions: list(oneOf(
        profileHasGroupMembershipCondition, profileNoGroupMembershipCondition,
        profileMarketingConsentCondition, profilePermissionsCondition, profilePropertyCondition,
        profilePostalCodeDistanceCondition, profileRegionCondition,
        profilePredictiveAnalyticsDateCondition, profilePredictiveAnalyticsNumericCondition,
        profilePredictiveAnalyticsStringCondition,
        profilePredictiveAnalyticsChannelAffinityPriorityCondition,
        profilePredictiveAnalyticsChannelAffinityRankCondition, profileHasCustomObjectCondition,
        flowsProfileMetricCondition, profileRandomSampleCondition,
        profileHasNotReceivedEmailMessageCondition, profileHasNotReceivedSmsMessageCondition,
        profileHasNotReceivedPushMessageCondition, profileNotInFlowCondition
      ), { min: 1, max: 50 })
    }), { max: 50 })
  }))
);
export type FlowEventFilter = {
  readonly condition_groups: readonly { readonly conditions: readonly MetricPropertyCondition[] }[]
} | null;
export const flowEventFilter: Shape<FlowEventFilter> = named(
  "FlowEventFilter",
  nullable(object({
    condition_groups: list(object({
      conditions: list(metricPropertyCondition, { min: 1, max: 50 })
    }), { max: 50 })
  }))
);
export type FlowTriggerFilter = {
  readonly condition_groups: readonly ({
    readonly conditions: readonly (
      MetricPropertyCondition | CustomObjectTriggerCondition | CustomObjectPropertyCondition |
      PriceDropCondition | LowInventoryCondition)[]
  })[]
} | null;
export const flowTriggerFilter: Shape<FlowTriggerFilter> = named(
  "FlowTriggerFilter",
  nullable(object({
    condition_groups: list(object({
      conditions: list(oneOf(
        metricPropertyCondition, customObjectTriggerCondition, customObjectPropertyCondition,
        priceDropCondition, lowInventoryCondition
      ), { min: 1, max: 50 })
    }), { max: 50 })
  }))
);
export type FlowBranchFilter = {
  readonly condition_groups: readonly ({
    readonly conditions: readonly (
      ProfileHasGroupMembershipCondition | ProfileNoGroupMembershipCondition |
      ProfileMarketingConsentCondition | ProfilePermissionsCondition | ProfilePropertyCondition |
      ProfilePostalCodeDistanceCondition | ProfileRegionCondition |
      ProfilePredictiveAnalyticsDateCondition | ProfilePredictiveAnalyticsNumericCondition |
      ProfilePredictiveAnalyticsStringCondition |
      ProfilePredictiveAnalyticsChannelAffinityPriorityCondition |
      ProfilePredictiveAnalyticsChannelAffinityRankCondition | ProfileHasCustomObjectCondition |
      FlowsProfileMetricCondition | ProfileRandomSampleCondition |
      ProfileHasNotReceivedEmailMessageCondition | ProfileHasNotReceivedSmsMessageCondition |
      ProfileHasNotReceivedPushMessageCondition | MetricPropertyCondition |
      CustomObjectTriggerCondition)[]
  })[]
} | null;
export const flowBranchFilter: Shape<FlowBranchFilter> = named(
  "FlowBranchFilter",
  nullable(object({
    condition_groups: list(object({
      conditions: list(oneOf(
        profileHasGroupMembershipCondition, profileNoGroupMembershipCondition,
        profileMarketingConsentCondition, profilePermissionsCondition, profilePropertyCondition,
        profilePostalCodeDistanceCondition, profileRegionCondition,
        profilePredictiveAnalyticsDateCondition, profilePredictiveAnalyticsNumericCondition,
        profilePredictiveAnalyticsStringCondition,
        profilePredictiveAnalyticsChannelAffinityPriorityCondition,
        profilePredictiveAnalyticsChannelAffinityRankCondition, profileHasCustomObjectCondition,
        flowsProfileMetricCondition, profileRandomSampleCondition,
        profileHasNotReceivedEmailMessageCondition, profileHasNotReceivedSmsMessageCondition,
        profileHasNotReceivedPushMessageCondition, metricPropertyCondition,
        customObjectTriggerCondition
      ), { min: 1, max: 50 })
    }), { max: 50 })
  }))
);
export type FlowOutputFilter = {
  readonly condition_groups: readonly { readonly conditions: readonly ActionOutputCondition[] }[]
} | null;
export const flowOutputFilter: Shape<FlowOutputFilter> = nullable(object({
  condition_groups: list(object({
    conditions: list(actionOutputCondition, { min: 1, max: 50 })
  }), { max: 50 })
}));
