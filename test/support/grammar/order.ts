/**
 * Members, and alternatives, that stand in this order wherever they meet: what tells what the others are
 * comes first, and so do those by which something is found.
 */
export const order: readonly string[] = [
  "id temporary_id type aggregation_method custom_object_label object_type_id",
  "object_type_relationship_id is_member group_ids metric_id property property_id output_config_id",
  "field dimension predicted_channel measurement measurement_filter channel method subscription",
  "reachable_status country_code postal_code operator timeframe_filter start end unit quantity",
  "filter",
  "StaticDateFilter StaticDateRangeFilter RelativeDateOperatorBaseRelativeDateFilter",
  "RelativeDateRangeFilter RelativeAnniversaryDateFilter CalendarDateFilter AnniversaryDateFilter",
  "ProfileHasGroupMembershipCondition ProfileNoGroupMembershipCondition",
  "ProfileMarketingConsentCondition ProfilePermissionsCondition ProfilePropertyCondition",
  "ProfilePostalCodeDistanceCondition ProfileRegionCondition",
  "ProfilePredictiveAnalyticsDateCondition ProfilePredictiveAnalyticsNumericCondition",
  "ProfilePredictiveAnalyticsStringCondition",
  "ProfilePredictiveAnalyticsChannelAffinityPriorityCondition",
  "ProfilePredictiveAnalyticsChannelAffinityRankCondition ProfileHasCustomObjectCondition",
  "SegmentsProfileMetricCondition FlowsProfileMetricCondition SegmentsProfileMetricFunnelCondition",
  "ProfileRandomSampleCondition ProfileHasNotReceivedEmailMessageCondition",
  "ProfileHasNotReceivedSmsMessageCondition ProfileHasNotReceivedPushMessageCondition",
  "SendEmailAction SendSmsAction SendPushNotificationAction SendWhatsAppAction SendWebhookAction",
  "SendInternalAlertAction TimeDelayAction TargetDateAction CountdownDelayAction",
  "BackInStockDelayAction ConditionalBranchAction TriggerBranchAction ActionOutputSplitAction",
  "MultiBranchSplitAction UpdateProfileAction ListUpdateAction AbTestAction",
  "ContentExperimentAction InternalServiceAction CodeAction",
].flatMap((line) => line.split(" "));
