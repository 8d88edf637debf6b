// Printed by the program, checked by a test: UPDATE_OPERATIONS=1 npx vitest run test/printed-operations

/** What is published of the operations that read a relationship: the records, and their ids. */
export const related = `
get_action_for_flow_message GET /api/flow-messages/{id}/flow-action 200 S flows:read;
  ids get_action_id_for_flow_message; fields flow-action
get_actions_for_flow GET /api/flows/{id}/flow-actions 200 S flows:read; ids get_action_ids_for_flow;
  fields flow-action; sort action_type created id status updated; pages 50 50; filter id any;
  filter action_type any equals*;
  filter created equals greater-or-equal greater-than less-or-equal less-than; filter status equals;
  filter updated equals greater-or-equal greater-than less-or-equal less-than
get_campaign_for_campaign_message GET /api/campaign-messages/{id}/campaign 200 M campaigns:read;
  ids get_campaign_id_for_campaign_message; fields campaign
get_campaign_ids_for_tag GET /api/tags/{id}/relationships/campaigns 200 S campaigns:read tags:read
get_categories_for_catalog_item GET /api/catalog-items/{id}/categories 200 XL catalogs:read;
  ids get_category_ids_for_catalog_item; fields catalog-category; sort created; pages 100 100;
  filter name contains; filter ids any; filter item.id equals
get_conversation_for_profile GET /api/profiles/{id}/conversation 200 S conversations:read profiles:read;
  since 2026-04-15; ids get_conversation_id_for_profile; fields conversation
get_conversations_for_profile GET /api/profiles/{id}/conversations 200 S conversations:read profiles:read;
  since 2026-07-15; ids get_conversation_ids_for_profile; fields conversation
get_coupon_codes_for_coupon GET /api/coupons/{id}/coupon-codes 200 L coupon-codes:read;
  ids get_coupon_code_ids_for_coupon; fields coupon-code; pages 100 100;
  filter coupon.id any equals*;
  filter expires_at greater-or-equal greater-than less-or-equal less-than;
  filter profile.id any equals*; filter status equals
get_coupon_for_coupon_code GET /api/coupon-codes/{id}/coupon 200 L coupons:read;
  ids get_coupon_id_for_coupon_code; fields coupon
get_current_schema_for_object_type GET /api/object-types/{id}/current-schema 200 S custom-objects:read;
  since 2026-07-15; ids get_current_schema_id_for_object_type; fields object-schema
get_custom_metric_for_mapped_metric GET /api/mapped-metrics/{id}/custom-metric 200 S metrics:read;
  since 2025-07-15; ids get_custom_metric_id_for_mapped_metric; fields custom-metric
get_draft_schema_for_object_type GET /api/object-types/{id}/draft-schema 200 S custom-objects:read;
  since 2026-07-15; ids get_draft_schema_id_for_object_type; fields object-schema
get_errors_for_bulk_import_profiles_job GET /api/profile-bulk-import-jobs/{id}/import-errors 200 M profiles:read;
  since 2023-12-15; fields import-error; pages 20 100
get_flow_action_messages GET /api/flow-actions/{id}/flow-messages 200 S flows:read;
  fields flow-message; sort created id name updated; pages 50 50; filter id any;
  filter name contains ends-with equals starts-with;
  filter created equals greater-or-equal greater-than less-or-equal less-than;
  filter updated equals greater-or-equal greater-than less-or-equal less-than
get_flow_for_flow_action GET /api/flow-actions/{id}/flow 200 S flows:read;
  ids get_flow_id_for_flow_action; fields flow
get_flow_ids_for_tag GET /api/tags/{id}/relationships/flows 200 S flows:read tags:read
get_flows_triggered_by_list GET /api/lists/{id}/flow-triggers 200 S flows:read lists:read;
  since 2024-10-15; ids get_ids_for_flows_triggered_by_list; fields flow
get_flows_triggered_by_metric GET /api/metrics/{id}/flow-triggers 200 M flows:read metrics:read;
  since 2024-10-15; ids get_ids_for_flows_triggered_by_metric; fields flow
get_flows_triggered_by_segment GET /api/segments/{id}/flow-triggers 200 S flows:read segments:read;
  since 2024-10-15; ids get_ids_for_flows_triggered_by_segment; fields flow
get_form_for_form_version GET /api/form-versions/{id}/form 200 S forms:read; since 2024-07-15;
  ids get_form_id_for_form_version; fields form
get_image_for_campaign_message GET /api/campaign-messages/{id}/image 200 M campaigns:read images:read;
  since 2025-01-15; ids get_image_id_for_campaign_message; fields image
get_ingestion_logs_for_object_type GET /api/object-types/{id}/object-ingestion-logs 200 XS custom-objects:read;
  since 2026-07-15; ids get_ingestion_log_ids_for_object_type;
  fields object-ingestion-log object-record object-type; include object-record object-type;
  filter event_type any equals*; filter record_id equals; filter status any equals*;
  filter timestamp greater-or-equal less-than
get_items_for_catalog_category GET /api/catalog-categories/{id}/items 200 XL catalogs:read;
  ids get_item_ids_for_catalog_category; fields catalog-item catalog-variant; include variants;
  sort created; pages 100 100; filter category.id equals; filter ids any; filter published equals;
  filter title contains
get_list_for_bulk_import_profiles_job GET /api/profile-bulk-import-jobs/{id}/lists 200 M lists:read;
  since 2023-12-15; ids get_list_ids_for_bulk_import_profiles_job; fields list
get_list_ids_for_tag GET /api/tags/{id}/relationships/lists 200 S lists:read tags:read
get_lists_for_profile GET /api/profiles/{id}/lists 200 S lists:read profiles:read;
  ids get_list_ids_for_profile; fields list
get_message_ids_for_flow_action GET /api/flow-actions/{id}/relationships/flow-messages 200 S flows:read;
  sort created id name updated; pages 50 50; filter name contains ends-with equals starts-with;
  filter created equals greater-or-equal greater-than less-or-equal less-than;
  filter updated equals greater-or-equal greater-than less-or-equal less-than
get_messages_for_campaign GET /api/campaigns/{id}/campaign-messages 200 M campaigns:read;
  ids get_message_ids_for_campaign; fields campaign-message campaign image template;
  include campaign image template
get_metric_for_event GET /api/events/{id}/metric 200 XL events:read metrics:read;
  ids get_metric_id_for_event; fields metric
get_metric_for_mapped_metric GET /api/mapped-metrics/{id}/metric 200 S metrics:read;
  since 2025-07-15; ids get_metric_id_for_mapped_metric; fields metric
get_metric_for_metric_property GET /api/metric-properties/{id}/metric 200 XS metrics:read;
  since 2024-10-15; ids get_metric_id_for_metric_property; fields metric
get_metrics_for_custom_metric GET /api/custom-metrics/{id}/metrics 200 S metrics:read;
  since 2025-04-15; ids get_metric_ids_for_custom_metric; fields metric
get_object_schema_relationships GET /api/object-schemas/{id}/relationships/object-schemas 200 S custom-objects:read;
  since 2026-07-15
get_object_type_relationships GET /api/object-types/{id}/relationships/object-types 200 S custom-objects:read;
  since 2026-07-15
get_profile_for_event GET /api/events/{id}/profile 200 XL events:read profiles:read;
  ids get_profile_id_for_event; fields profile;
  additional profile subscriptions predictive_analytics
get_profile_for_push_token GET /api/push-tokens/{id}/profile 200 M profiles:read push-tokens:read;
  since 2025-04-15; ids get_profile_id_for_push_token; fields profile;
  additional profile subscriptions predictive_analytics
get_profile_schema_relationships GET /api/object-schemas/{id}/relationships/profile-object-schemas 200 S custom-objects:read;
  since 2026-07-15
get_profile_type_relationships GET /api/object-types/{id}/relationships/profile-object-types 200 S custom-objects:read;
  since 2026-07-15
get_profiles_for_bulk_import_profiles_job GET /api/profile-bulk-import-jobs/{id}/profiles 200 M profiles:read;
  since 2023-12-15; ids get_profile_ids_for_bulk_import_profiles_job; fields profile;
  additional profile subscriptions predictive_analytics; pages 20 100
get_profiles_for_list GET /api/lists/{id}/profiles 200 L lists:read profiles:read;
  ids get_profile_ids_for_list; fields profile;
  additional profile subscriptions predictive_analytics; sort joined_group_at; pages 20 100;
  filter _kx equals; filter email any equals*;
  filter joined_group_at greater-or-equal greater-than less-or-equal less-than;
  filter phone_number any equals*; filter push_token any equals*
get_profiles_for_segment GET /api/segments/{id}/profiles 200 L profiles:read segments:read;
  ids get_profile_ids_for_segment; fields profile;
  additional profile subscriptions predictive_analytics; sort joined_group_at; pages 20 100;
  filter _kx equals; filter email any equals*;
  filter joined_group_at greater-or-equal greater-than less-or-equal less-than;
  filter phone_number any equals*; filter profile_id any equals*; filter push_token any equals*
get_properties_for_metric GET /api/metrics/{id}/metric-properties 200 XS metrics:read;
  since 2024-10-15; ids get_property_ids_for_metric; fields metric-property;
  additional metric-property sample_values
get_push_tokens_for_profile GET /api/profiles/{id}/push-tokens 200 M profiles:read;
  since 2025-04-15; ids get_push_token_ids_for_profile; fields push-token
get_records_for_object_type GET /api/object-types/{id}/object-records 200 S custom-objects:read;
  since 2026-07-15; ids get_record_ids_for_object_type; fields object-record; pages 20 100
get_schema_versions_for_object_type GET /api/object-types/{id}/schema-versions 200 S custom-objects:read;
  since 2026-07-15; ids get_schema_version_ids_for_object_type; fields object-schema
get_segment_ids_for_tag GET /api/tags/{id}/relationships/segments 200 S segments:read tags:read
get_segments_for_profile GET /api/profiles/{id}/segments 200 S profiles:read segments:read;
  ids get_segment_ids_for_profile; fields segment
get_source_mapping_for_object_schema GET /api/object-schemas/{id}/source-mapping 200 S custom-objects:read;
  since 2026-07-15; ids get_source_mapping_id_for_object_schema; fields source-mapping
get_tag_group_for_tag GET /api/tags/{id}/tag-group 200 S tags:read; ids get_tag_group_id_for_tag;
  fields tag-group
get_tags_for_campaign GET /api/campaigns/{id}/tags 200 S campaigns:read tags:read;
  ids get_tag_ids_for_campaign; fields tag
get_tags_for_flow GET /api/flows/{id}/tags 200 S flows:read tags:read; ids get_tag_ids_for_flow;
  fields tag
get_tags_for_list GET /api/lists/{id}/tags 200 S lists:read tags:read; ids get_tag_ids_for_list;
  fields tag
get_tags_for_segment GET /api/segments/{id}/tags 200 S segments:read tags:read;
  ids get_tag_ids_for_segment; fields tag
get_tags_for_tag_group GET /api/tag-groups/{id}/tags 200 S tags:read; ids get_tag_ids_for_tag_group;
  fields tag
get_template_for_campaign_message GET /api/campaign-messages/{id}/template 200 M campaigns:read templates:read;
  ids get_template_id_for_campaign_message; fields template
get_template_for_flow_message GET /api/flow-messages/{id}/template 200 S templates:read;
  ids get_template_id_for_flow_message; fields template
get_variant_ids_for_catalog_item GET /api/catalog-items/{id}/relationships/variants 200 XL catalogs:read;
  since 2024-10-15; sort created; pages 100 100; filter ids any; filter item.id equals;
  filter published equals; filter sku equals; filter title contains
get_variants_for_catalog_item GET /api/catalog-items/{id}/variants 200 XL catalogs:read;
  fields catalog-variant; sort created; pages 100 100; filter ids any; filter item.id equals;
  filter published equals; filter sku equals; filter title contains
get_versions_for_form GET /api/forms/{id}/form-versions 200 S forms:read; since 2024-07-15;
  ids get_version_ids_for_form; fields form-version; sort created_at updated_at; pages 20 100;
  filter created_at greater-or-equal greater-than less-or-equal less-than;
  filter form_type any equals*; filter status equals;
  filter updated_at greater-or-equal greater-than less-or-equal less-than
`;
