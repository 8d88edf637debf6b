import {
  any,
  byDefault,
  integer,
  list,
  literal,
  nullable,
  object,
  oneOf,
  string,
} from "../../contract/shape.ts";
import { anyAction } from "./actions.ts";
import { additionalFields, block, centered, styled } from "./block.ts";
import {
  borderStyles,
  choice,
  devices,
  flag,
  imageAsset,
  innerShadow,
  linkTextStyles,
  maybe,
  quoteStyles,
  ratingStyles,
  reviewerStyles,
  text,
  textStyles,
  weight,
  whole,
} from "./styles.ts";

const coupon = oneOf(
  object({
    "code?": maybe(),
    "fallback_coupon_code?": maybe(),
    "id?": nullable(integer()),
    "integration?": choice(
      "shopify",
      "api",
      "magento_two",
      "prestashop",
      "uploaded",
      "woocommerce",
    ),
    type: literal("unique"),
  }),
  object({ "text?": maybe(), type: literal("static") }),
);

const timer = oneOf(
  object({
    "end_time?": nullable(string({ format: "datetime" })),
    timezone: string({ minLength: 1 }),
    type: literal("fixed"),
  }),
  object({ days: integer(), hours: integer(), minutes: integer(), type: literal("variable") }),
);

const disclosure = oneOf(
  object({
    "compliance_company_name?": text("[company name]"),
    "html?": text(""),
    "privacy_policy_url?": text("[link]"),
    "terms_of_service_url?": text("[link]"),
    type: literal("custom"),
  }),
  object({ "html?": any(), type: literal("account_default") }),
);

/** Those that only show something. */
export const shown = [
  block(
    "coupon",
    { coupon, "success_message?": maybe() },
    styled({
      "border_styles?": nullable(borderStyles),
      "coupon_background_color?": byDefault(nullable(string()), "#EEEEEE"),
      "text_styles?": textStyles,
    }),
  ),
  block("html_text", { "content?": text("") }, styled(), { properties: false }),
  object({
    "action?": nullable(anyAction),
    "id?": maybe(),
    type: literal("image"),
    properties: object({
      ...additionalFields,
      "classname?": maybe(),
      "display_device?": devices,
      image: nullable(imageAsset),
    }),
    "styles?": styled({
      "drop_shadow?": innerShadow,
      "horizontal_alignment?": centered,
      "width?": nullable(integer()),
    }),
  }),
  block(
    "countdown_timer",
    {
      "animation?": byDefault(nullable(literal("flash", "heartbeat", "pulse")), "heartbeat"),
      "clock_face?": choice("simple", "flip"),
      configuration: timer,
    },
    styled({
      "card_color?": text("rgba(100,100,100, 1.0)"),
      "label_font_size?": whole(12),
      "label_font_weight?": byDefault(weight, 400),
      "text_styles?": textStyles,
    }),
  ),
  block(
    "signup_counter",
    {
      content: string(),
      min_submits: integer(),
      timeframe: literal("1_hour", "24_hours", "30_days", "7_days"),
    },
    styled(),
  ),
  block(
    "spin_to_win",
    {
      "duplicate_slices?": flag(false),
      slices: list(object({ label: string(), probability: integer(), step_id: string() })),
    },
    styled({
      "center_color?": text("rgba(255,255,255,1)"),
      "outline_color?": text("rgba(0,0,0,1)"),
      "outline_thickness?": whole(12),
      "pin_color?": text("rgba(255,255,255,1)"),
      "slice_styles?": list(
        object({
          "background_color?": text("rgba(0,0,0,1)"),
          "text_color?": text("rgba(255,255,255,1)"),
        }),
      ),
      "text_styles?": textStyles,
      "wheel_size?": whole(400),
    }),
  ),
  block(
    "sms_disclosure",
    { "content?": disclosure },
    styled({ "link_styles?": linkTextStyles, "text_styles?": textStyles }),
    { properties: false },
  ),
  block(
    "review",
    {
      "author?": maybe(),
      "content?": maybe(),
      "rating?": whole(5),
      "review_id?": nullable(integer()),
      "show_author?": flag(true),
      "show_rating?": flag(true),
      "show_verified?": flag(true),
      "verified?": flag(false),
    },
    styled({
      "block_background_color?": text("rgba(255, 255, 255, 0)"),
      "quote_style?": quoteStyles,
      "rating_style?": ratingStyles,
      "reviewer_name_style?": reviewerStyles,
    }),
  ),
  block("custom_html", { "content?": text("") }, object({}), { properties: false }),
] as const;
