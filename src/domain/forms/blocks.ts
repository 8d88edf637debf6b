import {
  any,
  boolean,
  byDefault,
  integer,
  list,
  literal,
  nothing,
  nullable,
  object,
  oneOf,
  type Shape,
  string,
} from "../../contract/shape.ts";
import { anyAction } from "./actions.ts";
import {
  borderStyles,
  choice,
  devices,
  flag,
  imageAsset,
  innerShadow,
  linkTextStyles,
  maybe,
  padding,
  quoteStyles,
  ratingStyles,
  reviewerStyles,
  text,
  textStyles,
  weight,
  whole,
} from "./styles.ts";

/** What a step of a form is made of. */

type Parts = Readonly<Record<string, Shape>>;

/** In what a block differs from most of them. */
interface Otherwise {
  /** They may be left out. */
  readonly properties?: false;
  /** What it has beside its properties. */
  readonly beside?: Parts;
}

const block = (type: string, properties: Parts, styles: Shape, otherwise: Otherwise = {}): Shape =>
  object({
    ...otherwise.beside,
    "id?": maybe(),
    type: literal(type),
    [otherwise.properties === false ? "properties?" : "properties"]: object({
      "classname?": maybe(),
      "display_device?": devices,
      ...properties,
    }),
    "styles?": styles,
  });

const styled = (parts: Parts = {}): Shape =>
  object({ "background_color?": maybe(), "padding?": padding, ...parts });

const aligned = choice("left", "center", "right");
const centered = choice("center", "left", "right");

/** What all have in which somebody enters something. */
const input = {
  "error_messages?": nullable(
    object({
      "invalid?": text("This field is invalid"),
      "required?": text("This field is required"),
    }),
  ),
  "label?": maybe(),
  "placeholder?": maybe(),
  "required?": byDefault(nullable(boolean()), false),
  "show_label?": flag(false),
} as const;
const named = { ...input, property_name: string() } as const;
/** What is entered has a name of the service's own. */
const called = (name: string) => ({ "property_name?": choice(name) }) as const;
const chosen = {
  ...named,
  options: list(object({ label: string(), value: string() })),
} as const;
/** What is ticked in order to consent, or left. */
const consenting = (name: string) =>
  ({
    ...input,
    ...called(name),
    checkbox_text: string(),
    "placeholder?": nothing(),
    "required?": choice(false),
  }) as const;

const additionalFields = {
  "additional_fields?": nullable(list(object({ name: string(), value: string() }))),
} as const;

const consentType = literal("phone_number_only", "promotional", "transactional");
const channelSettings = object({ "consent_type?": nullable(consentType) });

const ticked = styled({ "horizontal_alignment?": aligned });
const arranged = styled({
  "alignment?": aligned,
  "arrangement?": choice("vertical", "horizontal"),
});

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

/** The block that something is done with, beside those in which something is entered. */
const button = object({
  "action?": anyAction,
  "id?": maybe(),
  type: literal("button"),
  properties: object({
    ...additionalFields,
    "classname?": maybe(),
    "display_device?": devices,
    label: string(),
  }),
  "styles?": styled({
    "alignment?": centered,
    "border_styles?": borderStyles,
    "color?": maybe(),
    "drop_shadow?": innerShadow,
    "height?": byDefault<unknown>(oneOf(integer(), literal("auto")), 50),
    "hover_background_color?": maybe(),
    "hover_text_color?": maybe(),
    "text_styles?": textStyles,
    "width?": choice("fill", "fit"),
  }),
});

/** Those in which something is entered. */
const inputs = [
  block(
    "age_gate",
    {
      ...input,
      ...called("$age_gated_date_of_birth"),
      "date_format?": text("MM/DD/YYYY"),
      "required?": choice(true),
      "sms_country_code?": choice("US", "AT", "AU", "CH", "DE", "ES", "FR", "GB", "IE", "IT", "PT"),
    },
    styled(),
    { beside: { "display_device?": list(literal("both", "desktop", "mobile")) } },
  ),
  block("date", { ...named, "date_format?": text("MM/DD") }, styled()),
  block("email", { ...input, ...called("$email") }, styled()),
  block("opt_in_code", { ...input, ...called("opt_in_code"), "required?": choice(true) }, styled()),
  block(
    "phone_number",
    {
      ...input,
      "property_name?": text("$phone_number"),
      "channel_settings?": nullable(
        object({ "sms?": channelSettings, "whatsapp?": channelSettings }),
      ),
      "sms_consent_type?": nullable(list(consentType)),
    },
    styled(),
  ),
  block(
    "promotional_sms_checkbox",
    {
      ...consenting("opt_in_promotional_sms"),
      "channels?": list(literal("sms", "whatsapp")),
    },
    ticked,
  ),
  block("bis_promotional_email_checkbox", consenting("opt_in_promotional_email"), ticked),
  block("text", named, styled()),
  block("checkboxes", chosen, arranged),
  block("radio_buttons", chosen, arranged),
  block("dropdown", chosen, styled()),
] as const;

/** Those that only show something. */
const shown = [
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

export const anyBlock: Shape = oneOf(button, ...inputs, ...shown);
