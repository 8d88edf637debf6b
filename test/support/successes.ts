import { design, section } from "../domain/design/designs.ts";
import type { Emulator } from "../../src/index.ts";
import { newEvent, newProfile } from "./bodies.ts";
import { campaignFilling, campaignSuccesses } from "./campaign-successes.ts";
import { catalogFilling, catalogSuccesses } from "./catalog-successes.ts";
import { api } from "./described.ts";
import { objectFilling, objectSuccesses, relationshipIn } from "./object-successes.ts";
import { dots, dotUrl, Form } from "./form.ts";
import { flowFilling, flowSuccesses } from "./flow-successes.ts";
import { wholeForm } from "./form-bodies.ts";
import { reportSuccesses } from "./report-successes.ts";
import { webhookBody } from "./webhooks.ts";
import { changing, data, type IdOf, type Sending, to } from "./sending.ts";

const smsOf = (profile: string) => Buffer.from(`${profile}.sms`).toString("base64url");
const person = { data: { type: "profile", attributes: { email: "ada.byron@example.com" } } };
const people = { data: [person.data] };
const marketing = (consent: string) => ({ email: { marketing: { consent } } });
const subscribing = (consent: string) => ({
  type: "profile",
  attributes: { email: "ada.byron@example.com", subscriptions: marketing(consent) },
});
/** A request as it is now, and as it was when it named a list and no channels. */
const ofConsent = (type: string, consent: string, idOf: IdOf) => [
  { body: data(type, { profiles: { data: [subscribing(consent)] } }) },
  { body: data(type, { profiles: people }, ofList(idOf)) },
];
const ofList = (idOf: IdOf) => ({ relationships: { list: to("list", idOf("list")) } });
const device = { token: "token-1", platform: "ios", vendor: "apns", profile: person };
const happening = {
  profile: person,
  events: { data: [{ type: "event", attributes: { ...metricOf("Viewed"), properties: {} } }] },
};
const code = (unique_code: string, idOf: IdOf) => ({
  type: "coupon-code",
  attributes: { unique_code, expires_at: "2027-01-01T00:00:00Z" },
  relationships: { coupon: to("coupon", idOf("coupon")) },
});
const backInStock = data(
  "back-in-stock-subscription",
  { channels: ["EMAIL"], profile: person },
  { relationships: { variant: to("catalog-variant", "$custom:::$default:::1") } },
);

function metricOf(name: string) {
  return { metric: { data: { type: "metric", attributes: { name } } } };
}

/** A property is known by its metric and its name. */
const propertyOf = (metric: string) => Buffer.from(`${metric}.ProductName`).toString("base64url");

const feed = {
  name: "Weather",
  url: "https://example.com/feed",
  request_method: "get",
  content_type: "json",
};

const htmlBlock = {
  content_type: "block",
  type: "html",
  data: { content: "<p>Bye</p>", display_options: {} },
};

/**
 * How every operation with a body comes to each of its successes; what has none is asked as it is.
 * `fresh` is a name that nothing has yet.
 */
export const successes: Readonly<
  Record<string, (idOf: IdOf, fresh: string) => readonly Sending[]>
> = {
  create_back_in_stock_subscription: () => [{ body: backInStock }],
  create_client_back_in_stock_subscription: () => [{ body: backInStock }],
  create_client_subscription: (idOf) => [
    {
      body: data("subscription", { profile: { data: subscribing("SUBSCRIBED") } }, ofList(idOf)),
    },
    { body: data("subscription", { profile: person }, ofList(idOf)) },
  ],
  create_client_push_token: () => [{ body: data("push-token", device) }],
  unregister_client_push_token: () => [
    { body: data("push-token-unregister", { token: "t", platform: "ios", profile: person }) },
  ],
  create_client_event: () => [{ body: newEvent() }],
  create_client_profile: () => [{ body: person }],
  get_client_ip_allowlist: () => [{ id: "integration-egress" }],
  bulk_create_client_events: () => [{ body: data("event-bulk-create", happening) }],

  create_client_review: () => [
    {
      body: data(
        "review",
        {
          review_type: "review",
          email: "ada.byron@example.com",
          author: "Ada",
          content: "Warm and dry",
          title: "My shirt",
          rating: 5,
          incentive_type: "free_product",
          product: { external_id: "first", integration_key: "shopify" },
          custom_questions: [{ id: "fit", answers: ["true to size"] }],
          images: ["https://example.com/me.png"],
        },
        { relationships: { order: to("order", "1815") } },
      ),
    },
  ],
  update_review: (idOf) =>
    [
      { value: "rejected", rejection_reason: { reason: "other", status_explanation: "Twice" } },
      { value: "published" },
    ].map((status) => ({ body: data("review", { status }, { id: idOf("review") }) })),

  ...campaignSuccesses,
  ...catalogSuccesses,
  ...objectSuccesses,
  ...reportSuccesses,

  create_coupon: (_, fresh) => [
    { body: data("coupon", { external_id: fresh, monitor_configuration: { low: 10 } }) },
  ],
  update_coupon: changing("coupon", { description: "Ten per cent" }),
  create_coupon_code: (idOf, fresh) => [{ body: { data: code(fresh, idOf) } }],
  update_coupon_code: changing("coupon-code", { status: "USED" }),
  bulk_create_coupon_codes: (idOf, fresh) => [
    {
      body: data("coupon-code-bulk-create-job", {
        // The second of the same name is an error of the job.
        "coupon-codes": { data: [`${fresh}-2`, `${fresh}-2`].map((name) => code(name, idOf)) },
      }),
    },
  ],

  ...flowSuccesses,
  create_form: (idOf, fresh) => [{ body: wholeForm(idOf("list"), fresh) }],
  get_form: (idOf) => [{ id: idOf("form") }],

  create_conversation_message: (idOf) => [
    {
      body: data(
        "conversation-message",
        { body: "Hello" },
        { relationships: { conversation: to("conversation", smsOf(idOf("profile"))) } },
      ),
    },
  ],
  request_profile_deletion: () => [
    { body: data("data-privacy-deletion-job", { profile: person }) },
  ],
  create_event: () => [{ body: newEvent() }],
  bulk_create_events: () => [
    {
      body: data("event-bulk-create-job", {
        "events-bulk-create": { data: [{ type: "event-bulk-create", attributes: happening }] },
      }),
    },
  ],

  upload_image_from_url: () => [{ body: data("image", { import_from_url: dotUrl, name: "A" }) }],
  upload_image_from_file: (_, fresh) => [
    { body: new Form({ file: ["dot.png", dots.png], name: fresh, hidden: "false" }) },
  ],
  update_image: changing("image", { name: "B" }),

  get_metric_property: (idOf) => [{ id: propertyOf(idOf("metric")) }],
  get_properties_for_metric: (idOf) => [{ id: idOf("metric") }],
  get_property_ids_for_metric: (idOf) => [{ id: idOf("metric") }],
  get_metric_for_metric_property: (idOf) => [{ id: propertyOf(idOf("metric")) }],
  get_metric_id_for_metric_property: (idOf) => [{ id: propertyOf(idOf("metric")) }],
  create_custom_metric: (idOf) => [
    {
      body: data("custom-metric", {
        name: "Views",
        definition: {
          aggregation_method: "count",
          metric_groups: [{ metric_id: idOf("metric") }],
        },
      }),
    },
  ],
  update_custom_metric: changing("custom-metric", { name: "Sights" }),
  update_mapped_metric: (idOf) => [
    {
      body: {
        data: {
          type: "mapped-metric",
          id: idOf("mapped-metric"),
          relationships: { "custom-metric": to("custom-metric", idOf("custom-metric")) },
        },
      },
    },
  ],
  query_metric_aggregates: (idOf) => [
    {
      body: data("metric-aggregate", {
        metric_id: idOf("metric"),
        measurements: ["count"],
        filter: ["greater-or-equal(datetime,2026-01-01)", "less-than(datetime,2026-02-01)"],
      }),
    },
  ],

  create_list: () => [{ body: data("list", { name: "Fresh" }) }],
  update_list: changing("list", { name: "Renamed" }),
  add_profiles_to_list: (idOf) => [{ body: { data: [to("profile", idOf("profile")).data] } }],
  remove_profiles_from_list: (idOf) => [{ body: { data: [to("profile", idOf("profile")).data] } }],

  create_profile: () => [
    {
      body: newProfile({
        email: "new@example.com",
        external_id: 7,
        location: { latitude: 40.7, longitude: "-74.0", city: "New York" },
        properties: { "a.b": [1] },
      }),
    },
  ],
  update_profile: changing("profile", { first_name: "Augusta" }),
  create_or_update_profile: () => [
    { body: newProfile({ email: "new@example.com" }) },
    { body: person },
  ],
  merge_profiles: (idOf) => [
    {
      body: {
        data: {
          type: "profile-merge",
          id: idOf("profile"),
          relationships: { profiles: { data: [to("profile", idOf("profile", 1)).data] } },
        },
      },
    },
  ],
  bulk_subscribe_profiles: (idOf) =>
    ofConsent("profile-subscription-bulk-create-job", "SUBSCRIBED", idOf),
  bulk_unsubscribe_profiles: (idOf) =>
    ofConsent("profile-subscription-bulk-delete-job", "UNSUBSCRIBED", idOf),
  bulk_suppress_profiles: (idOf) => [
    { body: data("profile-suppression-bulk-create-job", { profiles: people }) },
    {
      body: data(
        "profile-suppression-bulk-create-job",
        {},
        { relationships: { list: to("list", idOf("list")) } },
      ),
    },
  ],
  bulk_unsuppress_profiles: (idOf) => [
    { body: data("profile-suppression-bulk-delete-job", { profiles: people }) },
    {
      body: data(
        "profile-suppression-bulk-delete-job",
        {},
        { relationships: { segment: to("segment", idOf("segment")) } },
      ),
    },
  ],
  bulk_import_profiles: (idOf) => [
    {
      body: data(
        "profile-bulk-import-job",
        {
          profiles: {
            data: [
              person.data,
              // These identifiers are of two people, which is an error of the job.
              {
                type: "profile",
                attributes: { email: "ada.byron@example.com", external_id: "till-7" },
              },
              {
                type: "profile",
                attributes: { email: "ada.byron@example.com", phone_number: "+14155550123" },
              },
            ],
          },
        },
        { relationships: { lists: { data: [to("list", idOf("list")).data] } } },
      ),
    },
  ],
  create_push_token: () => [
    { body: data("push-token", { ...device, device_metadata: { os_name: "ios", app_id: "a" } }) },
  ],

  create_segment: (idOf) => [
    {
      body: data("segment", {
        name: "Buyers",
        definition: {
          condition_groups: [
            {
              conditions: [
                {
                  type: "profile-metric",
                  metric_id: idOf("metric"),
                  measurement: "count",
                  measurement_filter: {
                    type: "numeric",
                    operator: "greater-than-or-equal",
                    value: 1,
                  },
                  timeframe_filter: { type: "date", operator: "alltime" },
                },
              ],
            },
          ],
        },
      }),
    },
  ],
  update_segment: (idOf) => [
    { body: data("segment", { is_starred: true }, { id: idOf("segment") }) },
    { body: data("segment", { name: "Renamed" }, { id: idOf("segment") }) },
  ],

  create_tag: (_, fresh) => [{ body: data("tag", { name: fresh }) }],
  update_tag: changing("tag", { name: "Winter" }),
  create_tag_group: (_, fresh) => [{ body: data("tag-group", { name: fresh }) }],
  update_tag_group: changing("tag-group", { name: "Others" }),
  // The first is the account's default, which stays.
  delete_tag_group: (idOf) => [{ id: idOf("tag-group", 1) }],
  tag_lists: (idOf) => [{ body: { data: [to("list", idOf("list")).data] } }],
  remove_tag_from_lists: (idOf) => [{ body: { data: [to("list", idOf("list")).data] } }],
  tag_segments: (idOf) => [{ body: { data: [to("segment", idOf("segment")).data] } }],
  remove_tag_from_segments: (idOf) => [{ body: { data: [to("segment", idOf("segment")).data] } }],

  create_template: () => [
    {
      body: data("template", {
        name: "Hello",
        editor_type: "CODE",
        definition: design([section([])]),
      }),
    },
  ],
  update_template: changing("template", { html: "<p>" }),
  clone_template: (idOf) => [{ body: data("template", {}, { id: idOf("template") }) }],
  create_universal_content: (_, fresh) => [
    { body: data("template-universal-content", { name: fresh, definition: htmlBlock }) },
  ],
  update_universal_content: changing("template-universal-content", { name: "Footer" }),
  render_template: (idOf) => [
    { body: data("template", { context: { first_name: "Ada" } }, { id: idOf("template") }) },
  ],
  update_tracking_setting: changing("tracking-setting", {
    utm_id: { flow: { type: "static", value: "x" }, campaign: null },
    custom_parameters: [{ name: "who", flow: { type: "dynamic", value: "profile_id" } }],
  }),
  create_webhook: () => [{ body: webhookBody() }],
  update_webhook: changing("webhook", { description: "Of the shop", enabled: false }),
  get_webhook_topic: () => [{ id: "event:service.subscribed_to_list" }],
  create_web_feed: () => [{ body: data("web-feed", feed) }],
  update_web_feed: changing("web-feed", { name: "Rain" }),
};

/** What is done first, so that there is something of every type to answer with. */
export const filling = [
  ...catalogFilling,
  ...objectFilling,
  "create_client_review",
  "update_review",
  "create_coupon",
  "create_coupon_code",
  "bulk_create_coupon_codes",
  "upload_image_from_url",
  "bulk_import_profiles",
  "bulk_suppress_profiles",
  "bulk_unsuppress_profiles",
  "create_push_token",
  "create_segment",
  "create_tag",
  "create_tag_group",
  "tag_lists",
  "tag_segments",
  "create_template",
  ...campaignFilling,
  ...flowFilling,
  "create_form",
  "create_universal_content",
  "create_web_feed",
  "create_webhook",
  "create_custom_metric",
  "update_mapped_metric",
] as const;

/** The ids of the records that an emulator holds, by type. */
export const idsIn =
  ({ state }: Pick<Emulator, "state">): IdOf =>
  (type, which = 0) => {
    const collection = api.resources.get(type)?.collection ?? type;
    const id =
      relationshipIn(type, which, () => state.get("object-schema").records) ??
      state.get(collection, { limit: which + 1 }).records[which]?.["id"];
    if (typeof id !== "string")
      throw new Error(`there is no ${type}: let a row of filling make one`);
    return id;
  };
