import {
  integer,
  list,
  literal,
  nullable,
  object,
  oneOf,
  open,
  string,
} from "../../contract/shape.ts";

const text = () => nullable(string());

/** Where a picture comes from, as messages name it. */
const picture = object({
  "dynamic_image_template?": text(),
  "rendered_asset_url?": text(),
  "static_image_asset_id?": nullable(integer()),
});
const file = object({
  "dynamic_template?": text(),
  "static_asset_id?": text(),
  "thumbnail?": nullable(picture),
});

/** A picture of the account's library, told of in full. */
const imageAsset = object({
  id: integer(),
  name: string(),
  url: string(),
  file_path: string(),
  file_size: integer(),
  format: literal("gif", "jpeg", "jpg", "png", "webp"),
  image_type: literal("dynamic", "static"),
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
  updated: string({ format: "datetime" }),
  "l10n_key?": text(),
});

/** A file of the account's library, told of in full. */
const mediaAsset = object({
  id: string(),
  company_id: string(),
  url: string(),
  name: string(),
  file_size: integer(),
  "media_type?": string(),
  "l10n_key?": text(),
  "thumbnail_url?": text(),
});

const suggestion = object({
  id: string(),
  text: string(),
  type: literal("OPEN_URL", "REPLY"),
  "open_mode?": nullable(literal("BROWSER", "WEBVIEW_FULL", "WEBVIEW_HALF", "WEBVIEW_TALL")),
  "url?": text(),
});

const card = object({
  id: string(),
  "title?": text(),
  "text?": text(),
  "image?": nullable(oneOf(imageAsset, picture)),
  "video?": nullable(oneOf(mediaAsset, file)),
  "buttons?": nullable(list(suggestion)),
  "extra?": nullable(open()),
});

const rcs = object({
  "message_format?": literal("RCS"),
  "message?": string(),
  "image?": nullable(picture),
  "rich_content?": nullable(
    object({
      "cards?": nullable(list(card)),
      "file?": nullable(file),
      "suggestions?": nullable(list(suggestion)),
    }),
  ),
  "extra?": nullable(open()),
});

const sms = object({
  "message_format?": literal("SMS"),
  message: string(),
  "image?": nullable(
    oneOf(
      object({ "dynamic?": nullable(literal(false)), static_image_asset_id: integer() }),
      object({ "dynamic?": literal(true), dynamic_image_template: string() }),
    ),
  ),
  "media?": nullable(oneOf(mediaAsset, file)),
  "selected_image?": nullable(imageAsset),
  "extra?": nullable(open()),
});

/** The longest text, in characters. @guess */
const lengthMax = 1600;

/** A message in a conversation, and what is sent in its place to devices that can show more. */
export const body = object({
  data: object({
    type: literal("conversation-message"),
    attributes: object({
      body: string({ minLength: 1, maxLength: lengthMax }),
      "message_hierarchy?": nullable(list(oneOf(rcs, sms))),
    }),
    relationships: object({
      conversation: object({ data: object({ type: literal("conversation"), id: string() }) }),
    }),
  }),
});
