// Printed by the program, checked by a test: UPDATE_OPERATIONS=1 npx vitest run test/printed-operations

/** What is published of the operations that read records of a type. */
export const reads = `
get_account GET /api/accounts/{id} 200 XS accounts:read; fields account
get_accounts GET /api/accounts 200 XS accounts:read; fields account
get_all_universal_content GET /api/template-universal-content 200 L templates:read;
  since 2024-10-15; fields template-universal-content; sort created id name updated; pages 20 100;
  filter id any equals*; filter name any equals*;
  filter created greater-or-equal greater-than less-or-equal less-than;
  filter definition.content_type equals; filter definition.type equals;
  filter updated greater-or-equal greater-than less-or-equal less-than
get_bulk_create_catalog_items_job GET /api/catalog-item-bulk-create-jobs/{job_id} 200 L catalogs:read;
  fields catalog-item-bulk-create-job catalog-item; include items
get_bulk_create_catalog_items_jobs GET /api/catalog-item-bulk-create-jobs 200 L catalogs:read;
  fields catalog-item-bulk-create-job; filter status equals
get_bulk_create_categories_job GET /api/catalog-category-bulk-create-jobs/{job_id} 200 XL catalogs:read;
  fields catalog-category-bulk-create-job catalog-category; include categories
get_bulk_create_categories_jobs GET /api/catalog-category-bulk-create-jobs 200 XL catalogs:read;
  fields catalog-category-bulk-create-job; filter status equals
get_bulk_create_coupon_code_jobs GET /api/coupon-code-bulk-create-jobs 200 L coupon-codes:read;
  fields coupon-code-bulk-create-job; filter status equals
get_bulk_create_coupon_codes_job GET /api/coupon-code-bulk-create-jobs/{job_id} 200 L coupon-codes:read;
  fields coupon-code-bulk-create-job coupon-code; include coupon-codes
get_bulk_create_variants_job GET /api/catalog-variant-bulk-create-jobs/{job_id} 200 L catalogs:read;
  fields catalog-variant-bulk-create-job catalog-variant; include variants
get_bulk_create_variants_jobs GET /api/catalog-variant-bulk-create-jobs 200 L catalogs:read;
  fields catalog-variant-bulk-create-job; filter status equals
get_bulk_delete_catalog_items_job GET /api/catalog-item-bulk-delete-jobs/{job_id} 200 XL catalogs:read;
  fields catalog-item-bulk-delete-job
get_bulk_delete_catalog_items_jobs GET /api/catalog-item-bulk-delete-jobs 200 XL catalogs:read;
  fields catalog-item-bulk-delete-job; filter status equals
get_bulk_delete_categories_job GET /api/catalog-category-bulk-delete-jobs/{job_id} 200 XL catalogs:read;
  fields catalog-category-bulk-delete-job
get_bulk_delete_categories_jobs GET /api/catalog-category-bulk-delete-jobs 200 XL catalogs:read;
  fields catalog-category-bulk-delete-job; filter status equals
get_bulk_delete_variants_job GET /api/catalog-variant-bulk-delete-jobs/{job_id} 200 XL catalogs:read;
  fields catalog-variant-bulk-delete-job
get_bulk_delete_variants_jobs GET /api/catalog-variant-bulk-delete-jobs 200 XL catalogs:read;
  fields catalog-variant-bulk-delete-job; filter status equals
get_bulk_import_profiles_job GET /api/profile-bulk-import-jobs/{job_id} 200 M lists:read profiles:read;
  since 2023-12-15; fields list profile-bulk-import-job; include lists
get_bulk_import_profiles_jobs GET /api/profile-bulk-import-jobs 200 M lists:read profiles:read;
  since 2023-12-15; fields profile-bulk-import-job; sort created_at; pages 20 100;
  filter status any equals*
get_bulk_suppress_profiles_job GET /api/profile-suppression-bulk-create-jobs/{job_id} 200 L subscriptions:read;
  since 2024-10-15; fields profile-suppression-bulk-create-job
get_bulk_suppress_profiles_jobs GET /api/profile-suppression-bulk-create-jobs 200 L subscriptions:read;
  since 2024-10-15; fields profile-suppression-bulk-create-job; sort created; filter list_id equals;
  filter segment_id equals; filter status equals
get_bulk_unsuppress_profiles_job GET /api/profile-suppression-bulk-delete-jobs/{job_id} 200 L subscriptions:read;
  since 2024-10-15; fields profile-suppression-bulk-delete-job
get_bulk_unsuppress_profiles_jobs GET /api/profile-suppression-bulk-delete-jobs 200 L subscriptions:read;
  since 2024-10-15; fields profile-suppression-bulk-delete-job; sort created; filter list_id equals;
  filter segment_id equals; filter status equals
get_bulk_update_catalog_items_job GET /api/catalog-item-bulk-update-jobs/{job_id} 200 L catalogs:read;
  fields catalog-item-bulk-update-job catalog-item; include items
get_bulk_update_catalog_items_jobs GET /api/catalog-item-bulk-update-jobs 200 L catalogs:read;
  fields catalog-item-bulk-update-job; filter status equals
get_bulk_update_categories_job GET /api/catalog-category-bulk-update-jobs/{job_id} 200 XL catalogs:read;
  fields catalog-category-bulk-update-job catalog-category; include categories
get_bulk_update_categories_jobs GET /api/catalog-category-bulk-update-jobs 200 XL catalogs:read;
  fields catalog-category-bulk-update-job; filter status equals
get_bulk_update_variants_job GET /api/catalog-variant-bulk-update-jobs/{job_id} 200 L catalogs:read;
  fields catalog-variant-bulk-update-job catalog-variant; include variants
get_bulk_update_variants_jobs GET /api/catalog-variant-bulk-update-jobs 200 L catalogs:read;
  fields catalog-variant-bulk-update-job; filter status equals
get_campaign GET /api/campaigns/{id} 200 M campaigns:read; fields campaign-message campaign tag;
  include campaign-messages tags
get_campaign_message GET /api/campaign-messages/{id} 200 M campaigns:read;
  fields campaign-message campaign image template; include campaign image template
get_campaign_recipient_estimation GET /api/campaign-recipient-estimations/{id} 200 M campaigns:read;
  fields campaign-recipient-estimation
get_campaign_recipient_estimation_job GET /api/campaign-recipient-estimation-jobs/{id} 200 M campaigns:read;
  fields campaign-recipient-estimation-job
get_campaign_send_job GET /api/campaign-send-jobs/{id} 200 M campaigns:read;
  fields campaign-send-job
get_campaigns GET /api/campaigns 200 M campaigns:read; fields campaign-message campaign tag;
  include campaign-messages tags; sort created_at id name scheduled_at updated_at; pages 100 100;
  filter id any; filter name contains; filter archived equals;
  filter created_at greater-or-equal greater-than less-or-equal less-than;
  filter messages.channel equals;
  filter scheduled_at greater-or-equal greater-than less-or-equal less-than;
  filter status any equals*; filter updated_at greater-or-equal greater-than less-or-equal less-than
get_catalog_categories GET /api/catalog-categories 200 XL catalogs:read; fields catalog-category;
  sort created; pages 100 100; filter name contains; filter ids any; filter item.id equals
get_catalog_category GET /api/catalog-categories/{id} 200 XL catalogs:read; fields catalog-category
get_catalog_item GET /api/catalog-items/{id} 200 XL catalogs:read;
  fields catalog-item catalog-variant; include variants
get_catalog_items GET /api/catalog-items 200 XL catalogs:read; fields catalog-item catalog-variant;
  include variants; sort created; pages 100 100; filter category.id equals; filter ids any;
  filter published equals; filter title contains
get_catalog_variant GET /api/catalog-variants/{id} 200 XL catalogs:read; fields catalog-variant
get_catalog_variants GET /api/catalog-variants 200 XL catalogs:read; fields catalog-variant;
  sort created; pages 100 100; filter ids any; filter item.id equals; filter published equals;
  filter sku equals; filter title contains
get_client_geofences GET /client/geofences 200 S; since 2026-04-15; fields geofence; pages 20 100
get_client_ip_allowlist GET /client/ip-allowlists/{id} 200 L; since 2026-07-15; fields ip-allowlist
get_client_review_values_reports GET /client/review-values-reports 200 M; since 2025-04-15;
  fields review-values-report; pages 20 100; filter product_external_ids any equals*
get_client_reviews GET /client/reviews 200 M; since 2025-04-15; fields review;
  sort created rating updated; pages 20 100; filter id any equals*; filter content contains;
  filter created greater-or-equal less-or-equal; filter edited equals; filter incentivized equals;
  filter media has; filter public_reply has;
  filter rating any equals* greater-or-equal less-or-equal; filter review_type equals;
  filter smart_quote has; filter status equals; filter updated greater-or-equal less-or-equal;
  filter verified equals
get_coupon GET /api/coupons/{id} 200 L coupons:read; fields coupon
get_coupon_code GET /api/coupon-codes/{id} 200 XL coupon-codes:read; fields coupon-code coupon;
  include coupon
get_coupon_codes GET /api/coupon-codes 200 XL coupon-codes:read; fields coupon-code coupon;
  include coupon; pages 100 100; filter coupon.id any equals*;
  filter expires_at greater-or-equal greater-than less-or-equal less-than;
  filter profile.id any equals*; filter status equals
get_coupons GET /api/coupons 200 L coupons:read; fields coupon; pages 100 100
get_custom_metric GET /api/custom-metrics/{id} 200 S metrics:read; since 2025-04-15;
  fields custom-metric metric; include metrics
get_custom_metrics GET /api/custom-metrics 200 S metrics:read; since 2025-04-15;
  fields custom-metric metric; include metrics
get_data_source GET /api/data-sources/{id} 200 S custom-objects:read; since 2025-07-15;
  fields data-source
get_data_sources GET /api/data-sources 200 S custom-objects:read; since 2025-07-15;
  fields data-source; pages 20 100
get_event GET /api/events/{id} 200 M events:read; fields attribution event metric profile;
  include attributions metric profile
get_events GET /api/events 200 XL events:read; fields attribution event metric profile;
  include attributions metric profile; sort datetime timestamp; pages 200 1000;
  filter datetime greater-or-equal greater-than less-or-equal less-than; filter metric has;
  filter metric_id equals*; filter profile has; filter profile_id equals;
  filter timestamp greater-or-equal greater-than less-or-equal less-than
get_flow GET /api/flows/{id} 200 S flows:read; fields flow-action flow tag;
  additional flow definition; include flow-actions tags
get_flow_action GET /api/flow-actions/{id} 200 S flows:read; fields flow-action flow-message flow;
  include flow flow-messages
get_flow_message GET /api/flow-messages/{id} 200 S flows:read;
  fields flow-action flow-message template; include flow-action template
get_flows GET /api/flows 200 S flows:read; fields flow-action flow tag; include flow-actions tags;
  sort created id name status trigger_type updated; pages 50 50; filter id any;
  filter name contains ends-with equals starts-with; filter archived equals;
  filter created equals greater-or-equal greater-than less-or-equal less-than; filter status equals;
  filter trigger_type equals;
  filter updated equals greater-or-equal greater-than less-or-equal less-than
get_form GET /api/forms/{id} 200 S forms:read; since 2024-07-15; fields form
get_form_version GET /api/form-versions/{id} 200 S forms:read; since 2024-07-15;
  fields form-version form; include form
get_forms GET /api/forms 200 S forms:read; since 2024-07-15; fields form;
  sort created_at updated_at; pages 20 100; filter id any equals*; filter name any contains equals*;
  filter ab_test equals; filter created_at greater-or-equal greater-than less-or-equal less-than;
  filter status equals; filter updated_at greater-or-equal greater-than less-or-equal less-than
get_image GET /api/images/{id} 200 M images:read; fields image
get_images GET /api/images 200 M images:read; fields image; sort format id name size updated_at;
  pages 20 100; filter id any equals*; filter name any contains ends-with equals* starts-with;
  filter format any equals*; filter hidden any equals*;
  filter size greater-or-equal greater-than less-or-equal less-than;
  filter updated_at greater-or-equal greater-than less-or-equal less-than
get_list GET /api/lists/{id} 200 L lists:read; fields flow list tag; additional list profile_count;
  include flow-triggers tags
get_lists GET /api/lists 200 L lists:read; fields flow list tag; include flow-triggers tags;
  sort created id name updated; pages 10 10; filter id any equals*; filter name any equals*;
  filter created greater-than; filter updated greater-than
get_mapped_metric GET /api/mapped-metrics/{id} 200 S metrics:read; since 2025-07-15;
  fields custom-metric mapped-metric metric; include custom-metric metric
get_mapped_metrics GET /api/mapped-metrics 200 S metrics:read; since 2025-07-15;
  fields custom-metric mapped-metric metric; include custom-metric metric
get_metric GET /api/metrics/{id} 200 M metrics:read; fields flow metric; include flow-triggers
get_metric_property GET /api/metric-properties/{id} 200 XS metrics:read; since 2024-10-15;
  fields metric-property metric; additional metric-property sample_values; include metric
get_metrics GET /api/metrics 200 M metrics:read; fields flow metric; include flow-triggers;
  filter integration.category equals; filter integration.name equals
get_object_record GET /api/object-records/{id} 200 S custom-objects:read; since 2026-07-15;
  fields object-record
get_object_schema GET /api/object-schemas/{id} 200 S custom-objects:read; since 2026-07-15;
  fields object-schema profile-object-schema source-mapping;
  include object-schemas profile-object-schemas source-mapping
get_object_type GET /api/object-types/{id} 200 S custom-objects:read; since 2026-07-15;
  fields object-schema object-type profile-object-type;
  include current-schema draft-schema object-types profile-object-types schema-versions
get_object_types GET /api/object-types 200 S custom-objects:read; since 2026-07-15;
  fields object-schema object-type; include current-schema draft-schema; filter namespace equals
get_profile GET /api/profiles/{id} 200 L profiles:read;
  fields conversation list profile push-token segment;
  additional profile subscriptions predictive_analytics;
  include conversations lists push-tokens segments
get_profiles GET /api/profiles 200 L profiles:read; fields conversation profile push-token;
  additional profile subscriptions predictive_analytics; include conversations push-tokens;
  sort created email id subscriptions.email.marketing.list_suppressions.timestamp subscriptions.email.marketing.suppression.timestamp updated;
  pages 20 100; filter id any equals*; filter _kx equals; filter created greater-than less-than;
  filter email any equals*; filter external_id any equals*; filter phone_number any equals*;
  filter subscriptions.email.marketing.list_suppressions.list_id equals;
  filter subscriptions.email.marketing.list_suppressions.reason equals;
  filter subscriptions.email.marketing.list_suppressions.timestamp greater-or-equal greater-than less-or-equal less-than;
  filter subscriptions.email.marketing.suppression.reason equals;
  filter subscriptions.email.marketing.suppression.timestamp greater-or-equal greater-than less-or-equal less-than;
  filter updated greater-than less-than
get_push_token GET /api/push-tokens/{id} 200 M profiles:read push-tokens:read; since 2025-04-15;
  fields profile push-token; include profile
get_push_tokens GET /api/push-tokens 200 M profiles:read push-tokens:read; since 2025-04-15;
  fields profile push-token; include profile; pages 20 100; filter id equals;
  filter enablement_status equals; filter platform equals; filter profile.id equals
get_review GET /api/reviews/{id} 200 M reviews:read; since 2024-10-15; fields event review;
  include events
get_reviews GET /api/reviews 200 M reviews:read; since 2024-10-15; fields event review;
  include events; sort created rating updated; pages 20 100; filter id any equals*;
  filter content contains; filter created greater-or-equal less-or-equal;
  filter item.id any equals*; filter rating any equals* greater-or-equal less-or-equal;
  filter review_type equals; filter status equals; filter verified equals
get_segment GET /api/segments/{id} 200 L segments:read; fields flow segment tag;
  additional segment profile_count; include flow-triggers tags
get_segments GET /api/segments 200 L segments:read; fields flow segment tag;
  include flow-triggers tags; sort created id name updated; pages 10 10; filter id any equals*;
  filter name any equals*; filter created greater-than; filter is_active any equals*;
  filter is_starred equals; filter updated greater-than
get_source_mapping GET /api/source-mappings/{id} 200 S custom-objects:read; since 2026-07-15;
  fields source-mapping
get_tag GET /api/tags/{id} 200 S tags:read; fields tag-group tag; include tag-group
get_tag_group GET /api/tag-groups/{id} 200 S tags:read; fields tag-group
get_tag_groups GET /api/tag-groups 200 S tags:read; fields tag-group; sort id name; pages 25 25;
  filter name contains ends-with equals* starts-with; filter default equals; filter exclusive equals
get_tags GET /api/tags 200 S tags:read; fields tag-group tag; include tag-group; sort id name;
  pages 50 50; filter name contains ends-with equals* starts-with
get_template GET /api/templates/{id} 200 L templates:read; fields template;
  additional template definition
get_templates GET /api/templates 200 L templates:read; fields template;
  additional template definition; sort created id name updated; pages 10 10; filter id any equals*;
  filter name any contains equals*;
  filter created equals greater-or-equal greater-than less-or-equal less-than;
  filter updated equals greater-or-equal greater-than less-or-equal less-than
get_tracking_setting GET /api/tracking-settings/{id} 200 M tracking-settings:read; since 2024-10-15;
  fields tracking-setting
get_tracking_settings GET /api/tracking-settings 200 M tracking-settings:read; since 2024-10-15;
  fields tracking-setting; pages 1 1
get_universal_content GET /api/template-universal-content/{id} 200 L templates:read;
  since 2024-10-15; fields template-universal-content
get_web_feed GET /api/web-feeds/{id} 200 XS web-feeds:read; since 2025-04-15; fields web-feed
get_web_feeds GET /api/web-feeds 200 XS web-feeds:read; since 2025-04-15; fields web-feed;
  sort created name updated; pages 5 20; filter name any contains equals*;
  filter created greater-or-equal greater-than less-or-equal less-than;
  filter updated greater-or-equal greater-than less-or-equal less-than
get_webhook GET /api/webhooks/{id} 200 XS webhooks:read; since 2024-07-15;
  fields webhook-topic webhook; include webhook-topics
get_webhook_topic GET /api/webhook-topics/{id} 200 XS webhooks:read; since 2024-07-15;
  fields webhook-topic
get_webhook_topics GET /api/webhook-topics 200 XS webhooks:read; since 2024-07-15;
  fields webhook-topic
get_webhooks GET /api/webhooks 200 XS webhooks:read; since 2024-07-15; fields webhook-topic webhook;
  include webhook-topics
`;
