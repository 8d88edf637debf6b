// Printed by the program, checked by a test: UPDATE_OPERATIONS=1 npx vitest run test/printed-operations

/** What is published of the operations that change something. */
export const writes = `
add_categories_to_catalog_item POST /api/catalog-items/{id}/relationships/categories 204 L catalogs:write
add_items_to_catalog_category POST /api/catalog-categories/{id}/relationships/items 204 L catalogs:write
add_profiles_to_list POST /api/lists/{id}/relationships/profiles 204 M lists:write profiles:write
assign_template_to_campaign_message POST /api/campaign-message-assign-template 200 M campaigns:write;
  fields campaign-message
bulk_create_catalog_categories POST /api/catalog-category-bulk-create-jobs 202 L catalogs:write;
  fields catalog-category-bulk-create-job
bulk_create_catalog_items POST /api/catalog-item-bulk-create-jobs 202 L catalogs:write;
  fields catalog-item-bulk-create-job
bulk_create_catalog_variants POST /api/catalog-variant-bulk-create-jobs 202 L catalogs:write;
  fields catalog-variant-bulk-create-job
bulk_create_client_events POST /client/event-bulk-create 202 M
bulk_create_coupon_codes POST /api/coupon-code-bulk-create-jobs 202 L coupon-codes:write;
  fields coupon-code-bulk-create-job
bulk_create_data_source_records POST /api/data-source-record-bulk-create-jobs 204 3/s,15/m custom-objects:write;
  since 2025-07-15
bulk_create_events POST /api/event-bulk-create-jobs 202 M events:write; since 2024-05-15
bulk_delete_catalog_categories POST /api/catalog-category-bulk-delete-jobs 202 L catalogs:write;
  fields catalog-category-bulk-delete-job
bulk_delete_catalog_items POST /api/catalog-item-bulk-delete-jobs 202 L catalogs:write;
  fields catalog-item-bulk-delete-job
bulk_delete_catalog_variants POST /api/catalog-variant-bulk-delete-jobs 202 L catalogs:write;
  fields catalog-variant-bulk-delete-job
bulk_delete_object_records POST /api/object-record-bulk-delete-jobs 202 S custom-objects:write;
  since 2026-07-15
bulk_import_profiles POST /api/profile-bulk-import-jobs 202 M lists:write profiles:write;
  since 2023-12-15; fields profile-bulk-import-job
bulk_subscribe_profiles POST /api/profile-subscription-bulk-create-jobs 202 L lists:write profiles:write subscriptions:write
bulk_suppress_profiles POST /api/profile-suppression-bulk-create-jobs 202 L profiles:write subscriptions:write;
  fields profile-suppression-bulk-create-job
bulk_unsubscribe_profiles POST /api/profile-subscription-bulk-delete-jobs 202 L lists:write profiles:write subscriptions:write
bulk_unsuppress_profiles POST /api/profile-suppression-bulk-delete-jobs 202 L subscriptions:write;
  fields profile-suppression-bulk-delete-job
bulk_update_catalog_categories POST /api/catalog-category-bulk-update-jobs 202 L catalogs:write;
  fields catalog-category-bulk-update-job
bulk_update_catalog_items POST /api/catalog-item-bulk-update-jobs 202 L catalogs:write;
  fields catalog-item-bulk-update-job
bulk_update_catalog_variants POST /api/catalog-variant-bulk-update-jobs 202 L catalogs:write;
  fields catalog-variant-bulk-update-job
cancel_campaign_send PATCH /api/campaign-send-jobs/{id} 204 M campaigns:write
clone_template POST /api/template-clone 201 L templates:write; fields template
create_back_in_stock_subscription POST /api/back-in-stock-subscriptions 202 XL catalogs:write profiles:write
create_campaign POST /api/campaigns 201 M campaigns:write; fields campaign
create_campaign_clone POST /api/campaign-clone 201 M campaigns:write; fields campaign
create_catalog_category POST /api/catalog-categories 201 L catalogs:write; fields catalog-category
create_catalog_item POST /api/catalog-items 201 L catalogs:write; fields catalog-item
create_catalog_variant POST /api/catalog-variants 201 L catalogs:write; fields catalog-variant
create_client_back_in_stock_subscription POST /client/back-in-stock-subscriptions 202 XL
create_client_event POST /client/events 202 XL
create_client_profile POST /client/profiles 202 XL
create_client_push_token POST /client/push-tokens 202 150/s,1400/m
create_client_review POST /client/reviews 202 M; since 2025-04-15
create_client_subscription POST /client/subscriptions 202 350/s,750/m
create_conversation_message POST /api/conversation-messages 202 S conversations:write;
  since 2026-04-15
create_coupon POST /api/coupons 201 S coupons:write; fields coupon
create_coupon_code POST /api/coupon-codes 200 XL coupon-codes:write; fields coupon-code
create_custom_metric POST /api/custom-metrics 201 1/s,15/m,15/d metrics:write; since 2025-04-15;
  fields custom-metric
create_data_source POST /api/data-sources 201 S custom-objects:write; since 2025-07-15;
  fields data-source
create_data_source_record POST /api/data-source-record-create-jobs 204 L custom-objects:write;
  since 2026-01-15
create_event POST /api/events 202 XL events:write
create_flow POST /api/flows 201 1/s,15/m,100/d flows:write; since 2025-01-15; fields flow;
  additional flow definition
create_form POST /api/forms 201 S forms:write; since 2025-10-15; fields form
create_list POST /api/lists 201 10/s,150/m,150/d lists:write; fields list
create_object_schema POST /api/object-schemas 201 S custom-objects:write; since 2026-07-15;
  fields object-schema
create_object_schema_relationship POST /api/object-schemas/{id}/relationships/object-schemas 204 S custom-objects:write;
  since 2026-07-15
create_object_type POST /api/object-types 201 S custom-objects:write; since 2026-07-15;
  fields object-type
create_or_update_profile POST /api/profile-import 200,201 L profiles:write; since 2024-02-15;
  fields profile; additional profile subscriptions predictive_analytics
create_profile POST /api/profiles 201 L profiles:write; fields profile;
  additional profile subscriptions predictive_analytics
create_profile_schema_relationship POST /api/object-schemas/{id}/relationships/profile-object-schemas 204 S custom-objects:write;
  since 2026-07-15
create_push_token POST /api/push-tokens 202 L profiles:write push-tokens:write
create_segment POST /api/segments 201 1/s,15/m,100/d segments:write; since 2024-06-15;
  fields segment
create_tag POST /api/tags 201 S tags:read tags:write; fields tag
create_tag_group POST /api/tag-groups 201 S tags:read tags:write; fields tag-group
create_template POST /api/templates 201 L templates:write; fields template;
  additional template definition
create_universal_content POST /api/template-universal-content 201 L templates:write;
  since 2024-10-15; fields template-universal-content
create_web_feed POST /api/web-feeds 201 XS web-feeds:write; since 2025-04-15; fields web-feed
create_webhook POST /api/webhooks 201 XS webhooks:write; since 2024-07-15; fields webhook
delete_campaign DELETE /api/campaigns/{id} 204 M campaigns:write
delete_catalog_category DELETE /api/catalog-categories/{id} 204 L catalogs:write
delete_catalog_item DELETE /api/catalog-items/{id} 204 L catalogs:write
delete_catalog_variant DELETE /api/catalog-variants/{id} 204 L catalogs:write
delete_coupon DELETE /api/coupons/{id} 204 S coupons:write
delete_coupon_code DELETE /api/coupon-codes/{id} 204 XL coupon-codes:write
delete_custom_metric DELETE /api/custom-metrics/{id} 204 S metrics:write; since 2025-04-15
delete_data_source DELETE /api/data-sources/{id} 204 S custom-objects:write; since 2025-07-15
delete_flow DELETE /api/flows/{id} 204 S flows:write; since 2024-06-15
delete_flow_action DELETE /api/flow-actions/{id} 204 S flows:write; since 2026-04-15
delete_form DELETE /api/forms/{id} 204 S forms:write; since 2025-04-15
delete_list DELETE /api/lists/{id} 204 M lists:write
delete_object_schema_relationship DELETE /api/object-schemas/{id}/relationships/object-schemas 204 S custom-objects:write;
  since 2026-07-15
delete_object_type DELETE /api/object-types/{id} 204 S custom-objects:write; since 2026-07-15
delete_profile_schema_relationship DELETE /api/object-schemas/{id}/relationships/profile-object-schemas 204 S custom-objects:write;
  since 2026-07-15
delete_push_token DELETE /api/push-tokens/{id} 204 S push-tokens:write; since 2025-04-15
delete_segment DELETE /api/segments/{id} 204 S segments:write; since 2024-06-15
delete_tag DELETE /api/tags/{id} 204 S tags:read tags:write
delete_tag_group DELETE /api/tag-groups/{id} 204 S tags:read tags:write
delete_template DELETE /api/templates/{id} 204 L templates:write
delete_universal_content DELETE /api/template-universal-content/{id} 204 L templates:write;
  since 2024-10-15
delete_web_feed DELETE /api/web-feeds/{id} 204 XS web-feeds:write; since 2025-04-15
delete_webhook DELETE /api/webhooks/{id} 204 XS webhooks:write; since 2024-07-15
merge_profiles POST /api/profile-merge 201 M profiles:write; fields profile
query_campaign_values POST /api/campaign-values-reports 200 1/s,2/m,225/d campaigns:read;
  since 2024-02-15; fields campaign-values-report
query_flow_series POST /api/flow-series-reports 200 1/s,2/m,225/d flows:read; since 2024-02-15;
  fields flow-series-report
query_flow_values POST /api/flow-values-reports 200 1/s,2/m,225/d flows:read; since 2024-02-15;
  fields flow-values-report
query_form_series POST /api/form-series-reports 200 1/s,2/m,225/d forms:read; since 2024-10-15;
  fields form-series-report
query_form_values POST /api/form-values-reports 200 1/s,2/m,225/d forms:read; since 2024-10-15;
  fields form-values-report
query_metric_aggregates POST /api/metric-aggregates 200 S metrics:read; fields metric-aggregate
query_segment_series POST /api/segment-series-reports 200 1/s,2/m,225/d segments:read;
  since 2024-10-15; fields segment-series-report
query_segment_values POST /api/segment-values-reports 200 1/s,2/m,225/d segments:read;
  since 2024-10-15; fields segment-values-report
refresh_campaign_recipient_estimation POST /api/campaign-recipient-estimation-jobs 202 M campaigns:write;
  fields campaign-recipient-estimation-job
remove_categories_from_catalog_item DELETE /api/catalog-items/{id}/relationships/categories 204 L catalogs:write
remove_items_from_catalog_category DELETE /api/catalog-categories/{id}/relationships/items 204 L catalogs:write
remove_profiles_from_list DELETE /api/lists/{id}/relationships/profiles 204 M lists:write profiles:write
remove_tag_from_campaigns DELETE /api/tags/{id}/relationships/campaigns 204 S campaigns:write tags:write
remove_tag_from_flows DELETE /api/tags/{id}/relationships/flows 204 S flows:write tags:write
remove_tag_from_lists DELETE /api/tags/{id}/relationships/lists 204 S lists:write tags:write
remove_tag_from_segments DELETE /api/tags/{id}/relationships/segments 204 S segments:write tags:write
render_template POST /api/template-render 201 S templates:read; fields template
request_profile_deletion POST /api/data-privacy-deletion-jobs 202 S data-privacy:write
send_campaign POST /api/campaign-send-jobs 202 M campaigns:write; fields campaign-send-job
tag_campaigns POST /api/tags/{id}/relationships/campaigns 204 S campaigns:write tags:write
tag_flows POST /api/tags/{id}/relationships/flows 204 S flows:write tags:write
tag_lists POST /api/tags/{id}/relationships/lists 204 S lists:write tags:write
tag_segments POST /api/tags/{id}/relationships/segments 204 S segments:write tags:write
unregister_client_push_token POST /client/push-token-unregister 202 M
update_campaign PATCH /api/campaigns/{id} 200 M campaigns:write; fields campaign
update_campaign_message PATCH /api/campaign-messages/{id} 200 M campaigns:write;
  fields campaign-message
update_catalog_category PATCH /api/catalog-categories/{id} 200 L catalogs:write;
  fields catalog-category
update_catalog_item PATCH /api/catalog-items/{id} 200 L catalogs:write; fields catalog-item
update_catalog_variant PATCH /api/catalog-variants/{id} 200 L catalogs:write; fields catalog-variant
update_categories_for_catalog_item PATCH /api/catalog-items/{id}/relationships/categories 204 L catalogs:write
update_coupon PATCH /api/coupons/{id} 200 S coupons:write; fields coupon
update_coupon_code PATCH /api/coupon-codes/{id} 200 XL coupon-codes:write; fields coupon-code
update_custom_metric PATCH /api/custom-metrics/{id} 200 1/s,15/m,15/d metrics:write;
  since 2025-04-15; fields custom-metric
update_flow PATCH /api/flows/{id} 200 S flows:write; fields flow
update_flow_action PATCH /api/flow-actions/{id} 200 S flows:write; since 2025-10-15;
  fields flow-action
update_image PATCH /api/images/{id} 200 M images:write; fields image
update_image_for_campaign_message PATCH /api/campaign-messages/{id}/relationships/image 204 M campaigns:write images:read;
  since 2025-01-15
update_items_for_catalog_category PATCH /api/catalog-categories/{id}/relationships/items 204 L catalogs:write
update_list PATCH /api/lists/{id} 200 M lists:write; fields list
update_mapped_metric PATCH /api/mapped-metrics/{id} 200 1/s,15/m,30/d metrics:write;
  since 2025-07-15; fields mapped-metric
update_object_schema PATCH /api/object-schemas/{id} 200 S custom-objects:write; since 2026-07-15;
  fields object-schema
update_object_schema_relationship PATCH /api/object-schemas/{id}/relationships/object-schemas 204 S custom-objects:write;
  since 2026-07-15
update_profile PATCH /api/profiles/{id} 200 L profiles:write; fields profile;
  additional profile subscriptions predictive_analytics
update_profile_schema_relationship PATCH /api/object-schemas/{id}/relationships/profile-object-schemas 204 S custom-objects:write;
  since 2026-07-15
update_review PATCH /api/reviews/{id} 200 M reviews:write; since 2025-01-15; fields review
update_segment PATCH /api/segments/{id} 200 1/s,15/m,100/d segments:write; fields segment
update_source_mapping PATCH /api/source-mappings/{id} 200 S custom-objects:write; since 2026-07-15;
  fields source-mapping
update_tag PATCH /api/tags/{id} 204 S tags:read tags:write
update_tag_group PATCH /api/tag-groups/{id} 204 S tags:read tags:write
update_template PATCH /api/templates/{id} 200 L templates:write; fields template;
  additional template definition
update_tracking_setting PATCH /api/tracking-settings/{id} 200 M tracking-settings:write;
  since 2024-10-15; fields tracking-setting
update_universal_content PATCH /api/template-universal-content/{id} 200 L templates:write;
  since 2024-10-15; fields template-universal-content
update_web_feed PATCH /api/web-feeds/{id} 200 XS web-feeds:write; since 2025-04-15; fields web-feed
update_webhook PATCH /api/webhooks/{id} 200 XS webhooks:write; since 2024-07-15; fields webhook
upload_image_from_file POST /api/image-upload 201 3/s,100/m,500/d images:write; fields image
upload_image_from_url POST /api/images 201 3/s,100/m,100/d images:write; fields image
`;
