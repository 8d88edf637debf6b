import {
  byDefault,
  integer,
  list,
  literal,
  nullable,
  object,
  oneOf,
  open,
  string,
} from "../../contract/shape.ts";

const text = nullable(string());
/** Whatever else a message carries. */
const extra = nullable(open());

/** Where a picture comes from, as messages name it. */
const slimImage = object({
  "dynamic_image_template?": text,
  "rendered_asset_url?": text,
  "static_image_asset_id?": nullable(integer()),
});
/** A picture of the account's library, told of in full. */
const image = object({
  id: integer(),
  file_path: string(),
  file_size: integer(),
  format: literal("gif", "jpeg", "jpg", "png", "webp"),
  image_type: literal("dynamic", "static"),
  name: string(),
  updated: string({ format: "datetime" }),
  url: string(),
  "l10n_key?": text,
  "origin?": nullable(
    literal(
      "ADOPTION_SMS_FORM_FROM_EMAIL_FORM",
      "ADOPTION_SMS_MULTI_STEP_FORM_FROM_EMAIL_FORM",
      "AI",
      "API",
      "APPLICATION",
      "CLONED",
      "COMPOSER",
      "COMPOSER_AI_EDITED",
      "COMPOSER_AI_GENERATED",
      "COMPOSER_USED_IN_Service_OBJECT",
      "COMPOSER_USER_UPLOADED",
      "COMPOSER_WEB_SCRAPED",
      "INTEGRATION",
      "Service",
      "LIBRARY",
      "MARKETING_AGENT",
      "SOCIAL_INSTAGRAM",
      "SOCIAL_INSTAGRAM_OVERLAID",
      "UI",
      "WEB_SCRAPE",
    ),
  ),
});
/** A file of the account's library, told of in full. */
const media = object({
  id: string(),
  company_id: string(),
  file_size: integer(),
  name: string(),
  url: string(),
  "l10n_key?": text,
  "media_type?": byDefault(string(), "video"),
  "thumbnail_url?": text,
});
const mediaReference = object({
  "dynamic_template?": text,
  "static_asset_id?": text,
  "thumbnail?": nullable(slimImage),
});
const suggestion = object({
  id: string(),
  text: string(),
  type: literal("OPEN_URL", "REPLY"),
  "open_mode?": nullable(literal("BROWSER", "WEBVIEW_FULL", "WEBVIEW_HALF", "WEBVIEW_TALL")),
  "url?": text,
});
const card = object({
  id: string(),
  "buttons?": nullable(list(suggestion)),
  "extra?": extra,
  "image?": nullable(oneOf(image, slimImage)),
  "text?": text,
  "title?": text,
  "video?": nullable(oneOf(media, mediaReference)),
});

/** What a text message shows where the phone can show more than text. */
const richContent = nullable(
  object({
    "cards?": nullable(list(card)),
    "file?": nullable(mediaReference),
    "suggestions?": nullable(list(suggestion)),
  }),
);

/** What is sent to phones that can show more than text: as published. */
export const richMessage = object({
  "extra?": extra,
  "image?": nullable(slimImage),
  "message?": byDefault(string(), ""),
  "message_format?": byDefault(literal("RCS"), "RCS"),
  "rich_content?": richContent,
});

/** What is sent to all others. */
export const plainMessage = object({
  "extra?": extra,
  "image?": nullable(
    oneOf(
      object({
        "dynamic?": byDefault(nullable(literal(false)), false),
        static_image_asset_id: integer(),
      }),
      object({ "dynamic?": byDefault(literal(true), true), dynamic_image_template: string() }),
    ),
  ),
  "media?": nullable(oneOf(media, mediaReference)),
  message: string(),
  "message_format?": byDefault(literal("SMS"), "SMS"),
  "selected_image?": nullable(image),
});
