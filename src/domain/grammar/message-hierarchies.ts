// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  byDefault, integer, list, literal, nullable, object, oneOf, open, string, type Shape
} from "../../contract/shape.ts";

/** What is sent to phones that can show more than text, and to all others. */

interface SlimImageReference {
  readonly dynamic_image_template?: string | null; readonly rendered_asset_url?: string | null;
  readonly static_image_asset_id?: number | null
}
const slimImageReference: Shape<SlimImageReference> = object({
  "dynamic_image_template?": nullable(string()), "rendered_asset_url?": nullable(string()),
  "static_image_asset_id?": nullable(integer())
});
interface RCSSuggestion {
  readonly id: string; readonly text: string; readonly type: "OPEN_URL" | "REPLY";
  readonly open_mode?: "BROWSER" | "WEBVIEW_FULL" | "WEBVIEW_HALF" | "WEBVIEW_TALL" | null;
  readonly url?: string | null
}
const rcsSuggestion: Shape<RCSSuggestion> = object({
  id: string(), text: string(), type: literal("OPEN_URL", "REPLY"),
  "open_mode?": nullable(literal("BROWSER", "WEBVIEW_FULL", "WEBVIEW_HALF", "WEBVIEW_TALL")),
  "url?": nullable(string())
});
interface ImageAsset {
  readonly id: number; readonly file_path: string; readonly file_size: number;
  readonly format: "gif" | "jpeg" | "jpg" | "png" | "webp";
  readonly image_type: "dynamic" | "static"; readonly name: string; readonly updated: string;
  readonly url: string; readonly l10n_key?: string | null;
  readonly origin?:
    "ADOPTION_SMS_FORM_FROM_EMAIL_FORM" | "ADOPTION_SMS_MULTI_STEP_FORM_FROM_EMAIL_FORM" | "AI" |
    "API" | "APPLICATION" | "CLONED" | "COMPOSER" | "COMPOSER_AI_EDITED" | "COMPOSER_AI_GENERATED" |
    "COMPOSER_USED_IN_Service_OBJECT" | "COMPOSER_USER_UPLOADED" | "COMPOSER_WEB_SCRAPED" |
    "INTEGRATION" | "Service" | "LIBRARY" | "MARKETING_AGENT" | "SOCIAL_INSTAGRAM" |
    "SOCIAL_INSTAGRAM_OVERLAID" | "UI" | "WEB_SCRAPE" | null
}
const imageAsset: Shape<ImageAsset> = object({
  id: integer(), file_path: string(), file_size: integer(),
  format: literal("gif", "jpeg", "jpg", "png", "webp"), image_type: literal("dynamic", "static"),
  name: string(), updated: string({ format: "datetime" }), url: string(),
  "l10n_key?": nullable(string()),
  "origin?": nullable(literal(
    "ADOPTION_SMS_FORM_FROM_EMAIL_FORM", "ADOPTION_SMS_MULTI_STEP_FORM_FROM_EMAIL_FORM", "AI",
    "API", "APPLICATION", "CLONED", "COMPOSER", "COMPOSER_AI_EDITED", "COMPOSER_AI_GENERATED",
    "COMPOSER_USED_IN_Service_OBJECT", "COMPOSER_USER_UPLOADED", "COMPOSER_WEB_SCRAPED",
    "INTEGRATION", "Service", "LIBRARY", "MARKETING_AGENT", "SOCIAL_INSTAGRAM",
    "SOCIAL_INSTAGRAM_OVERLAID", "UI", "WEB_SCRAPE"
  ))
});
interface MediaAsset {
  readonly id: string; readonly company_id: string; readonly file_size: number;
  readonly name: string; readonly url: string; readonly l10n_key?: string | null;
  readonly media_type?: string; readonly thumbnail_url?: string | null
}
const mediaAsset: Shape<MediaAsset> = object({
  id: string(), company_id: string(), file_size: integer(), name: string(), url: string(),
  "l10n_key?": nullable(string()), "media_type?": byDefault(string(), "video"),
  "thumbnail_url?": nullable(string())
});
interface MediaAssetReference {
  readonly dynamic_template?: string | null; readonly static_asset_id?: string | null;
  readonly thumbnail?: SlimImageReference | null
}
const mediaAssetReference: Shape<MediaAssetReference> = object({
  "dynamic_template?": nullable(string()), "static_asset_id?": nullable(string()),
  "thumbnail?": nullable(slimImageReference)
});
export interface RichMessage {
  readonly extra?: Readonly<Record<string, unknown>> | null;
  readonly image?: SlimImageReference | null; readonly message?: string;
  readonly message_format?: "RCS";
  readonly rich_content?: {
    readonly cards?: readonly ({
      readonly id: string; readonly buttons?: readonly RCSSuggestion[] | null;
      readonly extra?: Readonly<Record<string, unknown>> | null;
      readonly image?: ImageAsset | SlimImageReference | null; readonly text?: string | null;
      readonly title?: string | null; readonly video?: MediaAsset | MediaAssetReference | null
    })[] | null;
    readonly file?: MediaAssetReference | null;
    readonly suggestions?: readonly RCSSuggestion[] | null
  } | null
}
export const richMessage: Shape<RichMessage> = object({
  "extra?": nullable(open()), "image?": nullable(slimImageReference),
  "message?": byDefault(string(), ""), "message_format?": byDefault(literal("RCS"), "RCS"),
  "rich_content?": nullable(object({
    "cards?": nullable(list(object({
      id: string(), "buttons?": nullable(list(rcsSuggestion)), "extra?": nullable(open()),
      "image?": nullable(oneOf(imageAsset, slimImageReference)), "text?": nullable(string()),
      "title?": nullable(string()), "video?": nullable(oneOf(mediaAsset, mediaAssetReference))
    }))),
    "file?": nullable(mediaAssetReference), "suggestions?": nullable(list(rcsSuggestion))
  }))
});
export interface PlainMessage {
  readonly extra?: Readonly<Record<string, unknown>> | null;
  readonly image?:
    { readonly dynamic?: false | null; readonly static_image_asset_id: number } |
    { readonly dynamic?: true; readonly dynamic_image_template: string } | null;
  readonly media?: MediaAsset | MediaAssetReference | null; readonly message: string;
  readonly message_format?: "SMS"; readonly selected_image?: ImageAsset | null
}
export const plainMessage: Shape<PlainMessage> = object({
  "extra?": nullable(open()),
  "image?": nullable(oneOf(
    object({
      "dynamic?": byDefault(nullable(literal(false)), false), static_image_asset_id: integer()
    }),
    object({ "dynamic?": byDefault(literal(true), true), dynamic_image_template: string() })
  )),
  "media?": nullable(oneOf(mediaAsset, mediaAssetReference)), message: string(),
  "message_format?": byDefault(literal("SMS"), "SMS"), "selected_image?": nullable(imageAsset)
});
