import { boolean, during, integer, list, literal, named, nullable } from "../../contract/shape.ts";
import { object, oneOf, open, string, type Shape } from "../../contract/shape.ts";

export const channels = ["email", "sms", "mobile_push"] as const;
type Channel = (typeof channels)[number];

const text = nullable(string());
const yesOrNo = nullable(boolean());

export const emailContent = object({
  "subject?": text,
  "preview_text?": text,
  "from_email?": text,
  "from_label?": text,
  "reply_to_email?": text,
  "cc_email?": text,
  "bcc_email?": text,
});
const smsBody = object({ "body?": text });
export const smsContent = object({ "body?": text, "media_url?": text });

export const renderOptions = object({
  "shorten_links?": yesOrNo,
  "add_org_prefix?": yesOrNo,
  "add_info_link?": yesOrNo,
  "add_opt_out_language?": yesOrNo,
});

const button = object({
  label: string({ maxLength: 40 }),
  action_type: string(),
  "position?": nullable(integer()),
  "url?": nullable(string({ maxLength: 2048 })),
});

const richer = { since: "2026-04-15" } as const;

const pushed = {
  "title?": text,
  "dynamic_image?": text,
  "action_buttons?": during(nullable(list(button, { max: 3 })), richer),
} as const;

const badge = oneOf(
  object({
    display: literal(true),
    "badge_options?": nullable(
      oneOf(
        object({ badge_config: literal("increment_one") }),
        object({ badge_config: literal("set_count"), value: string() }),
        object({ badge_config: literal("set_property"), set_from_property: string() }),
      ),
    ),
  }),
  object({ display: literal(false) }),
);

const pushOptions = object({
  "on_open?": nullable(
    oneOf(
      object({ type: literal("open_app") }),
      object({ type: literal("deep_link"), "ios_deep_link?": text, "android_deep_link?": text }),
      during(object({ type: literal("open_web_url"), "web_url?": text }), richer),
    ),
  ),
  "badge?": nullable(badge),
  "play_sound?": yesOrNo,
});

/** Its name is told where a body has another member (recorded). */
const ofEmail = named(
  "EmailMessageDefinition",
  object({ channel: literal("email"), "label?": text, "content?": nullable(emailContent) }),
);

const ofSms = <T>(content: Shape<T>) => {
  const options = nullable(renderOptions);
  return object({ channel: literal("sms"), "content?": content, "render_options?": options });
};

const keys = { "kv_pairs?": nullable(open()) } as const;
const push = { channel: literal("mobile_push"), ...keys } as const;
const standard = literal("standard");
const silent = literal("silent");

export const newDefinition = oneOf(
  ofEmail,
  ofSms(nullable(smsBody)),
  object({
    ...push,
    "notification_type?": standard,
    content: object({ ...pushed, body: string() }),
    "options?": nullable(pushOptions),
  }),
  object({ ...push, "notification_type?": silent }),
);

/** Of a message that is changed: what is left away stays. */
export const changedDefinition = oneOf(
  ofEmail,
  ofSms(nullable(smsBody)),
  object({
    ...push,
    "notification_type?": standard,
    "content?": nullable(object({ ...pushed, "body?": text })),
    "options?": nullable(pushOptions),
  }),
  object({ channel: push.channel, "kv_pairs?": open(), "notification_type?": silent }),
);

export const definition = oneOf(
  ofEmail,
  ofSms(nullable(smsContent)),
  object({
    ...push,
    notification_type: standard,
    content: object({ ...pushed, "body?": text }),
    "options?": nullable(pushOptions),
  }),
  object({ ...push, notification_type: silent }),
);

/** What a message says, as it is kept: each has what its channel has. */
export interface Definition {
  readonly channel: Channel;
  readonly label?: string | null;
  readonly content?: Readonly<Record<string, unknown>> | null;
  readonly render_options?: Readonly<Record<string, boolean | null>> | null;
  readonly notification_type?: "silent" | "standard";
  readonly kv_pairs?: Readonly<Record<string, unknown>> | null;
  readonly options?: Readonly<Record<string, unknown>> | null;
}
