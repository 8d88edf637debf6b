import {
  boolean,
  byDefault,
  type Infer,
  integer,
  list,
  literal,
  named,
  nullable,
  object,
  oneOf,
  open,
  type Shape,
  string,
} from "../../contract/shape.ts";
import { unsaid } from "./action-parts.ts";
import { profileFilter } from "./condition-shape.ts";
import { plainMessage, richMessage } from "../campaigns/message-hierarchy-shape.ts";

/** What the messages of a flow say, by kind: as published (flows.json). Of new ones, the id is the service's. */
const text = unsaid(string());
const yes = byDefault(boolean(), true);
const no = byDefault(boolean(), false);

const each = { "id?": text, "name?": text } as const;
const filtered = {
  ...each,
  "additional_filters?": byDefault(profileFilter, null),
  "smart_sending_enabled?": yes,
} as const;
const params = unsaid(list(object({ param: string(), value: string() })));

const flowEmail = named(
  "FlowEmail",
  object({
    "from_email?": text,
    "from_label?": text,
    "reply_to_email?": text,
    "cc_email?": text,
    "bcc_email?": text,
    "subject_line?": text,
    "preview_text?": text,
    "template_id?": text,
    "transactional?": no,
    "add_tracking_params?": no,
    "custom_tracking_params?": params,
    ...filtered,
  }),
);

const flowSms = named(
  "FlowSms",
  object({
    body: string(),
    "template_id?": text,
    "image_id?": text,
    "dynamic_image?": text,
    "message_hierarchy?": unsaid(list(oneOf(richMessage, plainMessage, string()))),
    "shorten_links?": yes,
    "include_contact_card?": no,
    "add_org_prefix?": yes,
    "add_info_link?": yes,
    "add_opt_out_language?": no,
    "sms_quiet_hours_enabled?": yes,
    "transactional?": no,
    "add_tracking_params?": no,
    "custom_tracking_params?": params,
    ...filtered,
  }),
);

const button = object({
  label: string(),
  action_type: literal("deep_link", "dismiss", "open_app", "open_url"),
  "position?": unsaid(integer()),
  "url?": text,
  "icon?": text,
  "custom_action_id?": text,
});

const flowPush = named(
  "FlowPushNotification",
  object({
    body: string(),
    "title?": text,
    "sound?": no,
    "badge?": no,
    "badge_options?": oneOf(
      object({ badge_config: literal("increment_one") }),
      object({ badge_config: literal("set_count"), value: string() }),
      object({ badge_config: literal("set_property"), set_from_property: string() }),
    ),
    "on_open?": byDefault(literal("home", "link", "open_url"), "home"),
    "ios_link?": text,
    "android_link?": text,
    "web_url?": text,
    "image_id?": text,
    "dynamic_image?": text,
    "video_asset_id?": text,
    "kv_pairs?": unsaid(open()),
    "push_type?": unsaid(literal("silent", "standard")),
    "action_buttons?": unsaid(list(button)),
    "conversion_metric_id?": text,
    ...filtered,
  }),
);

const flowWhatsApp = named(
  "FlowWhatsApp",
  object({ "vendor_id?": text, "transactional?": no, "add_tracking_params?": no, ...filtered }),
);

const flowWebhook = named(
  "FlowWebhook",
  object({ url: nullable(string()), "headers?": unsaid(open()), "body?": text, ...each }),
);

const flowAlert = named(
  "FlowInternalAlert",
  object({
    from_email: nullable(string()),
    from_label: nullable(string()),
    subject_line: nullable(string()),
    to_emails: list(string()),
    "template_id?": text,
    ...each,
  }),
);

const shapes = {
  "send-email": flowEmail,
  "send-sms": flowSms,
  "send-mobile-push": flowPush,
  "send-whatsapp": flowWhatsApp,
  "send-webhook": flowWebhook,
  "send-internal-alert": flowAlert,
} as const satisfies Readonly<Record<string, Shape>>;

/** The kinds of action that send something, and what they send. */
export const messageShapes: typeof shapes = shapes;

export type SendingKind = keyof typeof shapes;
/** What a message of a kind says. */
export type Says<K extends SendingKind = SendingKind> = Infer<(typeof shapes)[K]>;
