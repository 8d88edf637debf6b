import type { Override } from "./schema.ts";

// @guess create_flow, update_flow_action, create_form, *ate_segment, create_template, update_template: Texts, names and
// lists of a definition have bounds of their own. A span of time is not negative.
const text = { maxLength: 1000 };
const name = { minLength: 1, maxLength: 1000 };
const few = { minItems: 1, maxItems: 50 };
const span = { minimum: 0, maximum: 100_000 };
const positive = { minimum: 0 };
const unsaid = { default: null };
const blank = { default: {} };
/** Where no filter is published: null says as much. */
const none = {
  type: ["array", "null"],
  items: { type: "object", properties: { field: { type: "string" } }, required: ["field"] },
  maxItems: 0,
};
/** The service does not say what it is, and takes nothing. */
const nothing = { valued: "null" };

const filters: Readonly<Record<string, Override>> = {
  "*Filter.value": text,
  "*Filter.value[]": text,
  "*.quantity": { minimum: 1, maximum: 100_000 },
  "CalendarDateFilter.value": { minimum: 1, maximum: 12 },
  "RelativeDateRangeFilter.end": span,
  "RelativeDateRangeFilter.start": span,
};

const conditions: Readonly<Record<string, Override>> = {
  "*.condition_groups": { maxItems: 50 },
  "*.conditions": few,
  "*.group_ids": few,
  "*.group_ids[]": name,
  "*.metric_filters": { maxItems: 20 },
  "*.metric_id": name,
  "*Condition.field": name,
  "*Condition.object_type_id": name,
  "*Condition.object_type_relationship_id": name,
  "*Condition.property": name,
  "*Filter.property": name,
  "ActionOutputCondition.field": { minLength: undefined, maxLength: undefined },
  "HasEmailMarketing.filters": none,
  "HasEmailMarketingNeverSubscribed.filters": none,
  "ProfileHasCustomObjectCondition.filters": { maxItems: 20 },
  "ProfileHasCustomObjectFilter.filter": {
    order: "RelativeAnniversaryDateFilter RelativeDateRangeFilter",
  },
  "ProfilePermissionsCondition.permission": {
    order:
      "ExplicitlyReachable ExplicitlyUnreachable ImplicitlyReachable ImplicitlyOrExplicitlyReachable",
  },
  "ProfilePostalCodeDistanceCondition.country_code": text,
  "ProfilePostalCodeDistanceCondition.postal_code": text,
  "ProfileRandomSampleCondition.percentage": { minimum: 0, maximum: 100 },
  "SegmentDefinition.condition_groups": few,
  "SegmentsProfileMetricFunnelCondition.steps": { maxItems: 20 },
  "SegmentsProfileMetricFunnelCondition.timeframe_filter": {
    order: "RelativeDateRangeFilter RelativeDateOperatorBaseRelativeDateFilter",
  },
};

const metrics: Readonly<Record<string, Override>> = {
  "CustomMetricCondition.property": { minLength: 1, maxLength: undefined },
  "CustomMetricDefinition.metric_groups": few,
  "CustomMetricGroup.metric_filters": { maxItems: 50 },
  "CustomMetricGroup.metric_id": { minLength: 1, maxLength: undefined },
  "CustomMetricGroup.value_property": { minLength: 1 },
};

const relationshipSource = { order: "type source_id id_path" };

const mappings: Readonly<Record<string, Override>> = {
  "*RelationshipSource.update_strategy": { default: undefined },
  CustomObjectRelationshipSource: relationshipSource,
  ProfileRelationshipSource: relationshipSource,
  PropertySource: { order: "source_id id_path" },
  SimpleRelationshipMapping: { order: "relationship_id type" },
};

const dateTrigger = {
  order:
    "type recurrence_frequency timedelta_unit_before_date timedelta_value_before_date timezone trigger_days trigger_time date_field_type",
};

const flows: Readonly<Record<string, Override>> = {
  // A zone is any that is known (`domain/time-zones.ts`), and a day counts from Sunday.
  "*.timezone": { enum: undefined },
  "*days[]": { order: "sunday monday tuesday wednesday thursday friday saturday" },
  "*Trigger": { order: "type" },
  "*Trigger.id": unsaid,
  "*Trigger.timedelta_value_before_date": positive,
  "*Trigger.timeframe_days": { minimum: 1 },
  "*DateTrigger.recurrence_frequency": { order: "annually" },
  "*DateTrigger.timedelta_unit_before_date": { order: "days" },
  CustomObjectDateTrigger: dateTrigger,
  FlowDefinition: { order: "triggers profile_filter actions entry_action_id" },
  "FlowDefinition.profile_filter": unsaid,
  "FlowDefinition.reentry_criteria": { since: "2026-01-15" },
  "FlowDefinition.triggers": { maxItems: 1 },
  LowInventoryTrigger: { order: "type audience product_level inventory_count" },
  "LowInventoryTrigger.inventory_count": positive,
  "MetricTrigger.trigger_filter": unsaid,
  PriceDropTrigger: {
    order: "type audience price_drop_amount_value price_drop_amount_unit currency_type",
  },
  "PriceDropTrigger.price_drop_amount_value": positive,
  ProfilePropertyDateTrigger: dateTrigger,
  ReentryCriteria: { order: "duration unit" },
  "ReentryCriteria.duration": positive,
};

const actions: Readonly<Record<string, Override>> = {
  "*Action.links": blank,
  "*Data.status": { order: "draft manual live disabled" },
  "*Action.data.status": { order: "draft manual live disabled" },
  "*.property_key": name,
  "AbTestAction.data.experiment_status": { order: "completed" },
  "AbTestAction.data": { order: "main_action current_experiment status experiment_status" },
  "AbTestAction.data.current_experiment": { order: "id name variations allocations started" },
  "ActionOutputSplitAction.links": { default: { next_if_true: null, next_if_false: null } },
  AutomaticWinnerSelectionSettings: { order: "enabled" },
  BooleanBranchLinks: { order: "next_if_true" },
  "CodeAction.data": nothing,
  "ConditionalBranchAction.links": { default: { next_if_true: null, next_if_false: null } },
  "ContentExperimentAction.data": { order: "main_action current_experiment status" },
  "ContentExperimentAction.data.current_experiment": { order: "id name variations allocations" },
  CountdownDelayActionData: { order: "unit value" },
  "CountdownDelayActionData.value": positive,
  InternalScheduledReportBuilderReportData: { order: "service_method_type" },
  InternalScheduledReportData: { order: "service_method_type" },
  "InternalServiceActionData.service_configuration": {
    order:
      "InternalScheduledReportData InternalScheduledReportBuilderReportData InternalTrackEventData",
  },
  "Link.next": unsaid,
  // @guess create_flow, update_flow_action: In `list-update`, true adds to the list, and false removes from it.
  ListUpdateActionData: { order: "name" },
  "MultiBranchSplitAction.links": { ...nothing, default: undefined },
  MultiBranchSplitActionData: { order: "name" },
  MultiBranchSplitBranch: { order: "branch_id branch_filter is_else name order links" },
  "MultiBranchSplitBranch.links": blank,
  "ProfileOperationUpdateOrCreateDate.property_value": { order: "1 0" },
  "ProfileOperationUpdateOrCreateNumeric.property_value": { anyOf: undefined, type: "number" },
  "SendEmailAction.data": blank,
  "SendEmailActionData.message": blank,
  "SendPushNotificationAction.data": blank,
  "SendSmsAction.data": blank,
  "SendWhatsAppAction.data": blank,
  "SendWhatsAppActionData.message": blank,
  "TimeDelayActionData.secondary_value": { default: null, minimum: 0 },
  TimeDelayActionData: { order: "unit value secondary_value" },
  "TimeDelayActionData.value": positive,
  "TriggerBranchAction.links": { default: { next_if_true: null, next_if_false: null } },
};

const font = { order: "font_family font_size font_style font_weight text_decoration" };

const forms: Readonly<Record<string, Override>> = {
  "*Properties": {
    order:
      "additional_fields? classname? display_device? error_messages? label? placeholder? required? show_label? property_name? checkbox_text?",
  },
  "*Properties.display_device": { default: ["desktop", "mobile"] },
  "*Styles": { order: "background_color? padding?" },
  "BackInStockDynamicButtonBorderStyles.style": { order: "solid dashed" },
  BackInStockDynamicButtonData: { order: "button_styles text_styles" },
  BackInStockDynamicButtonTextStyles: font,
  "CountdownTimerStyles.label_font_weight": { order: "100" },
  "DeviceProperties.device": { order: "both" },
  "FixedTimerConfiguration.timezone": { minLength: 1 },
  "PropertyFilter.property": { minLength: undefined, maxLength: undefined },
  "PropertyFilter.value": { maxLength: undefined },
  RichTextStyle: font,
  ReviewerNameStyle: {
    order:
      "alignment character_spacing font_family font_size font_style font_weight line_height text_color text_decoration",
  },
  RowV0: { order: "id" },
  "RowV0.blocks[]": {
    order:
      "Button AgeGate Date Email OptInCode PhoneNumber SMSConsentCheckbox BackInStockEmailConsentCheckbox Text Checkboxes RadioButtons Dropdown Coupon HTMLText Image CountdownTimer SignupCounter SpinToWin SMSDisclosure Review CustomHTML",
  },
  SMSDisclosureLinkTextStyle: font,
  SMSDisclosureTextStyle: font,
  // A step may hold others, without end: those are checked one by one.
  "Step.steps": { items: {} },
  "Teaser.location": { order: "bottom_center" },
  TextStyleV0: font,
  Version: { order: "" },
  VersionStyles: { order: "" },
};

const each = "id name additional_filters smart_sending_enabled";

const messages: Readonly<Record<string, Override>> = {
  DynamicSMSImage: { order: "dynamic" },
  FlowEmail: {
    order: `from_email from_label reply_to_email cc_email bcc_email subject_line preview_text template_id transactional add_tracking_params custom_tracking_params ${each}`,
  },
  "FlowEmail.?": unsaid,
  FlowInternalAlert: {
    order: "from_email from_label subject_line to_emails template_id id",
  },
  "FlowInternalAlert.?": unsaid,
  FlowPushNotification: {
    order: `body title sound badge badge_options on_open ios_link android_link web_url image_id dynamic_image video_asset_id kv_pairs push_type action_buttons conversion_metric_id ${each}`,
  },
  "FlowPushNotification.?": unsaid,
  "FlowPushNotification.badge_options": { order: "Increment StaticCount Property" },
  FlowSms: {
    order: `body template_id image_id dynamic_image message_hierarchy shorten_links include_contact_card add_org_prefix add_info_link add_opt_out_language sms_quiet_hours_enabled transactional add_tracking_params custom_tracking_params ${each}`,
  },
  "FlowSms.?": unsaid,
  FlowWebhook: { order: "url headers body id name" },
  "FlowWebhook.?": unsaid,
  FlowWhatsApp: { order: `vendor_id transactional add_tracking_params ${each}` },
  "FlowWhatsApp.?": unsaid,
  MessageHierarchySmsItem: { order: "extra image media message" },
  PushActionButton: { order: "label action_type position url icon" },
  "PushActionButton.?": unsaid,
  RCSSuggestion: { order: "id text" },
  StaticSMSImage: { order: "dynamic" },
};

/** What is said of schemas beyond what is published of them, by place. */
export const overrides: Readonly<Record<string, Override>> = {
  ...filters,
  ...conditions,
  ...metrics,
  ...mappings,
  ...flows,
  ...actions,
  ...messages,
  ...forms,
};
