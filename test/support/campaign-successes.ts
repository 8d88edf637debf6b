import { changing, data, type Fields, type IdOf, type Sending, to } from "./sending.ts";

type Successes = Readonly<Record<string, (idOf: IdOf, fresh: string) => readonly Sending[]>>;

const subject = { subject: "Summer is here", preview_text: "Come in" };

/** A message as a creation has it; as it was before there were definitions, `flat`. */
export const message = (attributes: Fields, beside: Fields = {}) => ({
  type: "campaign-message",
  attributes,
  ...beside,
});
export const email = (content: Fields = subject) =>
  message({ definition: { channel: "email", label: "Summer", content } });
export const flatEmail = message({ channel: "email", label: "Summer", content: subject });

const button = { label: "Buy", action_type: "open_web_url", url: "https://example.com" };
const push = {
  channel: "mobile_push",
  content: { title: "Summer", body: "It is here", action_buttons: [{ ...button, position: 0 }] },
  kv_pairs: { season: "summer" },
  options: {
    on_open: { type: "open_web_url", web_url: "https://example.com" },
    badge: { display: true, badge_options: { badge_config: "set_count", value: "1" } },
    play_sound: true,
  },
};

/** The body of a creation. */
export const newCampaign = (list: string, messages: readonly unknown[], more: Fields = {}) =>
  data("campaign", {
    name: "Summer",
    audiences: { included: [list] },
    "campaign-messages": { data: messages },
    ...more,
  });

const params = [
  { type: "static", name: "utm_source", value: "mails" },
  { type: "dynamic", name: "utm_medium", value: "message_type" },
];
const local = { method: "static", datetime: "2026-08-01T10:00:00Z", options: { is_local: true } };
const utm_params = params.map(({ name, value }) => ({ name, value }));
const flatLocal = {
  method: "static",
  options_static: { datetime: "2026-08-01T10:00:00Z", is_local: true },
};
const throttled = { datetime: "2026-08-01T10:00:00Z", throttle_percentage: 20 };

const created = (body: unknown): Sending => ({ body });
const old = (body: unknown): Sending => ({ body, old: true });

const ofMessage = (which: number) => (idOf: IdOf) => [{ id: idOf("campaign-message", which) }];
const ofCampaign = (which: number) => (idOf: IdOf) => [{ id: idOf("campaign", which) }];
const tagged = (idOf: IdOf) => [{ body: { data: [to("campaign", idOf("campaign")).data] } }];
const asked = (type: string, which: number) => (idOf: IdOf) => [
  { body: { data: { type, id: idOf("campaign", which) } } },
];

/** The first is a draft of email with a template and a tag, the second is scheduled, the third a draft of push. */
export const campaignSuccesses: Successes = {
  create_campaign: (idOf) => [
    created(
      newCampaign(idOf("list"), [email()], {
        send_options: { use_smart_sending: false },
        tracking_options: { add_tracking_params: true, custom_tracking_params: params },
      }),
    ),
    created(
      newCampaign(
        idOf("list"),
        [message({ definition: { channel: "sms", content: { body: "Hi" } } })],
        {
          send_strategy: local,
        },
      ),
    ),
    created(
      newCampaign(
        idOf("list"),
        [message({ definition: push }, { relationships: { image: to("image", idOf("image")) } })],
        { send_strategy: { method: "throttled", ...throttled } },
      ),
    ),
    created(
      newCampaign(idOf("segment"), [message({ definition: { channel: "mobile_push" } })], {
        send_strategy: { method: "smart_send_time", date: "2026-08-02" },
      }),
    ),
    created(newCampaign(idOf("list"), [email()])),
    old(
      newCampaign(idOf("list"), [flatEmail], {
        send_options: { use_smart_sending: false, ignore_unsubscribes: true },
        tracking_options: { is_add_utm: true, utm_params, is_tracking_opens: false },
        send_strategy: flatLocal,
      }),
    ),
    old(
      newCampaign(idOf("list"), [message({ channel: "sms", content: { body: "Hi" } })], {
        send_strategy: { method: "throttled", options_throttled: throttled },
      }),
    ),
    old(
      newCampaign(idOf("list"), [flatEmail], {
        send_strategy: { method: "smart_send_time", options_sto: { date: "2026-08-02" } },
      }),
    ),
  ],
  update_campaign: (idOf) => [
    ...changing("campaign", { name: "Autumn", audiences: { excluded: [idOf("segment")] } })(idOf),
    ...changing("campaign", { send_strategy: local })(idOf),
    ...changing("campaign", { send_strategy: flatLocal })(idOf),
  ],
  // The others are about the first four.
  delete_campaign: ofCampaign(4),
  create_campaign_clone: (idOf) => [
    { body: data("campaign", {}, { id: idOf("campaign") }) },
    { body: data("campaign", { new_name: "Winter" }, { id: idOf("campaign", 1) }) },
  ],
  update_campaign_message: (idOf) => [
    ...changing("campaign-message", {
      definition: { channel: "email", content: { subject: "A" } },
    })(idOf),
    ...changing("campaign-message", { label: "A", content: { subject: "A" } })(idOf),
  ],
  assign_template_to_campaign_message: (idOf) => [
    {
      body: {
        data: {
          type: "campaign-message",
          id: idOf("campaign-message"),
          relationships: { template: to("template", idOf("template")) },
        },
      },
    },
  ],
  get_image_for_campaign_message: (idOf) => [...ofMessage(1)(idOf), ...ofMessage(2)(idOf)],
  get_image_id_for_campaign_message: (idOf) => [...ofMessage(1)(idOf), ...ofMessage(2)(idOf)],
  update_image_for_campaign_message: (idOf) => [
    { id: idOf("campaign-message", 2), body: to("image", idOf("image")) },
  ],
  // The second is sent to begin with, and again at the end, when it has been stopped.
  send_campaign: (idOf, fresh) =>
    asked("campaign-send-job", /^(first|fresh_[02])/.test(fresh) ? 1 : 3)(idOf),
  get_campaign_send_job: ofCampaign(1),
  cancel_campaign_send: (idOf) => [
    {
      id: idOf("campaign", 1),
      body: data("campaign-send-job", { action: "revert" }, { id: idOf("campaign", 1) }),
    },
  ],
  refresh_campaign_recipient_estimation: asked("campaign-recipient-estimation-job", 0),
  get_campaign_recipient_estimation_job: ofCampaign(0),
  get_campaign_recipient_estimation: ofCampaign(0),
  tag_campaigns: tagged,
  remove_tag_from_campaigns: tagged,
};

export const campaignFilling = [
  "create_campaign",
  "assign_template_to_campaign_message",
  "send_campaign",
  "refresh_campaign_recipient_estimation",
  "tag_campaigns",
] as const;
