/** Where members act: the type, its members, and the effect. A `*` stands for anything. The first that fits counts. */
export type Effect = readonly [type: string, members: string, acts: string];

const echoed = "Echoed only: the emulator draws no";

/** What is the same of many types. */
const shared: readonly Effect[] = [
  [
    "*-report",
    "statistics timeframe.* interval group_by filter conversion_metric_id",
    "what the report counts",
  ],
  ["catalog-*-job", "*", "which records the job writes"],
  ["*-schema", "meta.*", "name and description of a relationship between types"],
];

const campaigns: readonly Effect[] = [
  ["campaign", "name new_name", "names its messages in events and link parameters"],
  ["campaign", "audiences.*", "who gets it"],
  ["campaign", "send_options.*", "who is skipped"],
  ["campaign", "tracking_options.is_tracking_*", "which opens and clicks are counted"],
  ["campaign", "tracking_options.*", "the parameters of its links"],
  ["campaign", "send_strategy.*", "when it goes to whom"],
  ["campaign-send-job", "action", "ends a send, or takes it back"],
  ["campaign-message", "channel definition.channel", "by what it goes out"],
  ["campaign-message", "label definition.label", "Echoed only: a name for people"],
  [
    "campaign-message",
    "*content.subject *content.title",
    "the subject in the outbox, and in events",
  ],
  ["campaign-message", "*content.preview_text *content.body", "what the message says"],
  [
    "campaign-message",
    "*content.from_* *content.reply_to_email *content.*cc_email",
    "sender and copies in the outbox",
  ],
  [
    "campaign-message",
    "*render_options.shorten_links",
    "Echoed only: a link with a click is short in any case",
  ],
  ["campaign-message", "*render_options.*", "what a text message has around its body"],
  ["campaign-message", "definition.notification_type", "whether it may say nothing"],
  [
    "campaign-message",
    "definition.* *content.media_url",
    `${echoed} push notifications or pictures of text messages`,
  ],
  ["campaign-message", "relationships.template", "the template that it is rendered from"],
  [
    "campaign-message",
    "relationships.image",
    "Echoed only: the outbox shows no pictures of push notifications",
  ],
];

const flows: readonly Effect[] = [
  ["flow", "name", "names it in events and link parameters"],
  ["flow", "status", "whether people enter it and go on"],
  ["flow", "definition.triggers.*", "who enters it, and when"],
  ["flow", "definition.profile_filter.*", "who may enter and stay"],
  ["flow", "definition.entry_action_id", "where it begins"],
  ["flow", "definition.reentry_criteria.*", "who may enter again"],
  [
    "flow-action",
    "definition.id definition.temporary_id definition.type definition.links* definition.data",
    "which step it is, and what follows it",
  ],
  ["flow-action", "definition.data.status", "whether it sends"],
  [
    "flow-action",
    "*message_hierarchy.* *action_buttons.* *badge* *.sound *.on_open *.ios_link *.android_link",
    `${echoed} rich messages`,
  ],
  [
    "flow-action",
    "*.web_url *.video_asset_id *.kv_pairs *.push_type *.dynamic_image *.include_contact_card",
    `${echoed} rich messages`,
  ],
  ["flow-action", "*.shorten_links", "Echoed only: a link with a click is short in any case"],
  ["flow-action", "*.message.vendor_id *.message.conversion_metric_id", "Echoed only"],
  [
    "flow-action",
    "*message.add_org_prefix *message.add_info_link *message.add_opt_out_language",
    "what a text message has around its body",
  ],
  ["flow-action", "*message.*tracking_params*", "the parameters of its links"],
  [
    "flow-action",
    "*message.smart_sending_enabled *message.transactional *message.additional_filters.* *message.sms_quiet_hours_enabled",
    "who is skipped, or waits",
  ],
  ["flow-action", "*message.url *message.headers", "the call of a webhook"],
  ["flow-action", "*message.*", "what the message says, its sender and copies"],
  [
    "flow-action",
    "*filter.* definition.data.trigger_* definition.data.branches.*",
    "which way a person goes",
  ],
  ["flow-action", "definition.data.profile_operations.*", "what of the profile changes"],
  [
    "flow-action",
    "definition.data.unit definition.data.*value definition.data.delay_* definition.data.target_* definition.data.timezone",
    "how long a person waits",
  ],
  [
    "flow-action",
    "definition.data.list_id definition.data.on_execution",
    "whether a person joins the list or leaves it",
  ],
  [
    "flow-action",
    "definition.data.service_configuration.event_* definition.data.service_configuration.service_method_type",
    "the event that is tracked",
  ],
  [
    "flow-action",
    "definition.data.service_configuration.*",
    "Echoed only: reports are not of a person",
  ],
  [
    "flow-action",
    "definition.data.current_experiment.* definition.data.experiment_status",
    "who gets which variation, by `allocations`, and until when",
  ],
  [
    "flow-action",
    "definition.data.main_action.*",
    "the message of those who get no variation, and of its share in `allocations`",
  ],
  ["flow-action", "definition.data.name", "Echoed only: a name for people"],
];

const people: readonly Effect[] = [
  [
    "profile",
    "email phone_number external_id anonymous_id _kx",
    "which profile is meant; where its messages go",
  ],
  [
    "profile",
    "subscriptions.push.tokens.* subscriptions.push.anonymous_id",
    "the devices of the profile",
  ],
  ["profile", "subscriptions.* age_gated_date_of_birth", "consent: who may be sent what"],
  ["profile", "location.ip", "Echoed only: the emulator looks up no places"],
  ["profile", "location.timezone", "local times of campaigns and flows"],
  ["profile", "meta.*", "what of the profile is added or taken away"],
  ["profile", "image", "Echoed only: a picture for people"],
  ["profile", "*", "templates, segments and filters read it"],
  [
    "push-token*",
    "token platform vendor enablement_status",
    "where push notifications go, and who may get them",
  ],
  ["push-token", "*", "shown with the token"],
  ["subscription profile-subscription-*", "custom_source", "the method of the consent"],
  ["profile-subscription-*", "historical_import", "no double opt-in, and consent as of then"],
  [
    "subscription profile-*-job profile-merge data-privacy-deletion-job",
    "profile profiles relationships.*",
    "whom it is about",
  ],
  ["back-in-stock-subscription", "*", "who waits for which variant; flows begin when it is there"],
  ["event*", "properties", "templates, segments, flows and metrics read it"],
  ["event*", "time value value_currency", "aggregates, conversions and predictions"],
  ["event*", "unique_id", "the same one again is written once"],
  ["event*", "backfill", "whether it begins flows"],
  ["metric", "*", "which metric it belongs to"],
];

const content: readonly Effect[] = [
  ["template", "name", "filters and sorting"],
  ["template", "editor_type", "whether `html` or `definition` makes it"],
  ["template", "*universal_id", "which universal content stands there"],
  ["template", "definition*id", "Echoed only: the editor's own ids"],
  ["template", "html text definition*", "what messages are rendered from"],
  ["template", "amp", "`render_template` renders it; the outbox shows HTML"],
  ["template", "context", "what is rendered with"],
  [
    "template-universal-content",
    "name definition.content_type definition.type",
    "filters and sorting",
  ],
  ["template-universal-content", "definition.*", "the HTML of templates that show it"],
  ["coupon", "external_id", "`{% coupon_code %}` names it"],
  ["coupon", "description", "Echoed only: a text for people"],
  ["coupon", "monitor_configuration", "Echoed only: no warning is sent"],
  ["coupon-code", "unique_code", "what `{% coupon_code %}` writes"],
  ["coupon-code", "expires_at status", "whether it is given out"],
  ["coupon-code", "relationships.coupon", "which coupon it is of"],
  ["catalog-*", "inventory_quantity", "flows that wait for stock"],
  ["catalog-item catalog-variant", "price", "flows of price drops"],
  ["catalog-*", "integration_type catalog_type", "not stored: there is one value"],
  ["catalog-*", "relationships.*", "which belong together"],
  ["catalog-*", "inventory_policy", "Echoed only: the emulator sells nothing"],
  ["catalog-*", "*", "`{% catalog %}`, filters and sorting"],
  ["image upload_image_from_file", "*", "the picture, and how it is listed"],
  ["web-feed", "name", "`{{ feeds.NAME }}` shows what it has"],
  ["web-feed", "*", "from where it is fetched, and how it is read"],
  ["tracking-setting", "auto_add_parameters", "links have parameters, whatever a message says"],
  ["tracking-setting", "*", "the parameters of links"],
  ["review", "*", "reviews, their filters and values, and events"],
  ["conversation-message", "body", "what the message says"],
  ["conversation-message", "message_hierarchy.*", `${echoed} rich messages`],
  ["conversation-message", "relationships.conversation", "who gets it"],
];

const forms: readonly Effect[] = [
  [
    "form",
    "name *status ab_test definition.versions.ab_test definition.versions.type definition.versions.location",
    "shown, filtered, and what a version is called",
  ],
  [
    "form",
    "*blocks.action.properties.list_id *blocks.action.submit *blocks.action.type *channels *consent_type",
    "what a submission joins, and consents to",
  ],
  [
    "form",
    "*blocks.properties.property_name *blocks.properties.options.* *blocks.properties.required *blocks.type",
    "what a submission writes",
  ],
  ["form", "*", `${echoed} forms; visits are made by \`forms\``],
];

const account: readonly Effect[] = [
  ["list", "name", "filters, sorting and events"],
  ["list", "opt_in_process", "whether a subscription waits to be confirmed"],
  ["segment", "definition.*", "who is in it"],
  ["segment", "is_active", "whether it is kept up to date"],
  ["segment", "is_starred name", "filters and sorting"],
  ["tag tag-group", "*", "names, filters, and how many tags of a group one may have"],
  [
    "custom-metric",
    "definition.metric_groups.*",
    "which events count as conversions in reports, and what they are worth",
  ],
  ["custom-metric", "name", "Echoed only: a name for people"],
  [
    "custom-metric",
    "definition.aggregation_method",
    "Echoed only: reports of messages count and add up in any case",
  ],
  ["mapped-metric", "relationships.metric", "who enters flows of price drops and low stock"],
  ["mapped-metric", "*", "Echoed only: no report of the emulator counts by it"],
  ["metric-aggregate", "*", "what is counted"],
  ["webhook", "name description", "Echoed only: texts for people"],
  ["webhook", "*", "where calls go, when, and how they are signed"],
  [
    "data-source object-type object-schema",
    "title description namespace visibility",
    "shown and filtered",
  ],
  [
    "data-source* object-* source-mapping constant simple",
    "*",
    "objects, and how their records are read",
  ],
];

export const effects: readonly Effect[] = [
  ...shared,
  ...campaigns,
  ...flows,
  ...people,
  ...content,
  ...forms,
  ...account,
];
