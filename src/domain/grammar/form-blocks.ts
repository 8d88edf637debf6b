// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  any, boolean, byDefault, integer, list, literal, nullable, number, object, oneOf, string,
  type Shape
} from "../../contract/shape.ts";
import { formAction } from "./form-actions.ts";
import {
  ageGate, ageGateStyles, backInStockEmailConsentCheckbox, checkboxes, date, devices, dropdown,
  email, optInCode, phoneNumber, radioButtons, smsConsentCheckbox, text
} from "./form-inputs.ts";
import {
  borderStyle, fontFamily, imageAssetProperties, margin, textStyleV0
} from "./form-styles.ts";

/** What a step of a form is made of. */

export const buttonDropShadowStyles: Shape = object({
  "blur?": byDefault(integer(), 15), "color?": byDefault(string(), "#000000"),
  "enabled?": byDefault(boolean(), false), "x_offset?": byDefault(integer(), 0),
  "y_offset?": byDefault(integer(), 0)
});
const htmlTextProperties: Shape = object({
  "classname?": nullable(string()), "display_device?": byDefault(devices, ["desktop", "mobile"]),
  "content?": byDefault(string(), "")
});
export const formBlock: Shape = oneOf(
  object({
    "action?": formAction, "id?": nullable(string()), type: literal("button"),
    properties: object({
      "additional_fields?": nullable(list(object({ name: string(), value: string() }))),
      "classname?": nullable(string()),
      "display_device?": byDefault(devices, ["desktop", "mobile"]), label: string()
    }),
    "styles?": object({
      "background_color?": nullable(string()), "padding?": margin,
      "alignment?": byDefault(literal("center", "left", "right"), "center"),
      "border_styles?": borderStyle, "color?": nullable(string()),
      "drop_shadow?": buttonDropShadowStyles,
      "height?": byDefault(oneOf(integer(), literal("auto")), 50),
      "hover_background_color?": nullable(string()), "hover_text_color?": nullable(string()),
      "text_styles?": textStyleV0, "width?": byDefault(literal("fill", "fit"), "fill")
    })
  }),
  ageGate, date, email, optInCode, phoneNumber, smsConsentCheckbox, backInStockEmailConsentCheckbox,
  text, checkboxes, radioButtons, dropdown,
  object({
    "id?": nullable(string()), type: literal("coupon"),
    properties: object({
      "classname?": nullable(string()),
      "display_device?": byDefault(devices, ["desktop", "mobile"]),
      coupon: oneOf(
        object({
          "code?": nullable(string()), "fallback_coupon_code?": nullable(string()),
          "id?": nullable(integer()),
          "integration?": byDefault(
            literal("shopify", "api", "magento_two", "prestashop", "uploaded", "woocommerce"),
            "shopify"
          ),
          type: literal("unique")
        }),
        object({ "text?": nullable(string()), type: literal("static") })
      ),
      "success_message?": nullable(string())
    }),
    "styles?": object({
      "background_color?": nullable(string()), "padding?": margin,
      "border_styles?": nullable(borderStyle),
      "coupon_background_color?": byDefault(nullable(string()), "#EEEEEE"),
      "text_styles?": textStyleV0
    })
  }),
  object({
    "id?": nullable(string()), type: literal("html_text"), "properties?": htmlTextProperties,
    "styles?": ageGateStyles
  }),
  object({
    "action?": nullable(formAction), "id?": nullable(string()), type: literal("image"),
    properties: object({
      "additional_fields?": nullable(list(object({ name: string(), value: string() }))),
      "classname?": nullable(string()),
      "display_device?": byDefault(devices, ["desktop", "mobile"]),
      image: nullable(imageAssetProperties)
    }),
    "styles?": object({
      "background_color?": nullable(string()), "padding?": margin,
      "drop_shadow?": buttonDropShadowStyles,
      "horizontal_alignment?": byDefault(literal("center", "left", "right"), "center"),
      "width?": nullable(integer())
    })
  }),
  object({
    "id?": nullable(string()), type: literal("countdown_timer"),
    properties: object({
      "classname?": nullable(string()),
      "display_device?": byDefault(devices, ["desktop", "mobile"]),
      "animation?": byDefault(nullable(literal("flash", "heartbeat", "pulse")), "heartbeat"),
      "clock_face?": byDefault(literal("simple", "flip"), "simple"),
      configuration: oneOf(
        object({
          "end_time?": nullable(string({ format: "datetime" })), timezone: string({ minLength: 1 }),
          type: literal("fixed")
        }),
        object({ days: integer(), hours: integer(), minutes: integer(), type: literal("variable") })
      )
    }),
    "styles?": object({
      "background_color?": nullable(string()), "padding?": margin,
      "card_color?": byDefault(string(), "rgba(100,100,100, 1.0)"),
      "label_font_size?": byDefault(integer(), 12),
      "label_font_weight?": byDefault(literal(100, 200, 300, 400, 500, 600, 700, 800, 900), 400),
      "text_styles?": textStyleV0
    })
  }),
  object({
    "id?": nullable(string()), type: literal("signup_counter"),
    properties: object({
      "classname?": nullable(string()),
      "display_device?": byDefault(devices, ["desktop", "mobile"]), content: string(),
      min_submits: integer(), timeframe: literal("1_hour", "24_hours", "30_days", "7_days")
    }),
    "styles?": ageGateStyles
  }),
  object({
    "id?": nullable(string()), type: literal("spin_to_win"),
    properties: object({
      "classname?": nullable(string()),
      "display_device?": byDefault(devices, ["desktop", "mobile"]),
      "duplicate_slices?": byDefault(boolean(), false),
      slices: list(object({ label: string(), probability: integer(), step_id: string() }))
    }),
    "styles?": object({
      "background_color?": nullable(string()), "padding?": margin,
      "center_color?": byDefault(string(), "rgba(255,255,255,1)"),
      "outline_color?": byDefault(string(), "rgba(0,0,0,1)"),
      "outline_thickness?": byDefault(integer(), 12),
      "pin_color?": byDefault(string(), "rgba(255,255,255,1)"),
      "slice_styles?": list(object({
        "background_color?": byDefault(string(), "rgba(0,0,0,1)"),
        "text_color?": byDefault(string(), "rgba(255,255,255,1)")
      })),
      "text_styles?": textStyleV0, "wheel_size?": byDefault(integer(), 400)
    })
  }),
  object({
    "id?": nullable(string()), type: literal("sms_disclosure"),
    "properties?": object({
      "classname?": nullable(string()),
      "display_device?": byDefault(devices, ["desktop", "mobile"]),
      "content?": oneOf(
        object({
          "compliance_company_name?": byDefault(string(), "[company name]"),
          "html?": byDefault(string(), ""), "privacy_policy_url?": byDefault(string(), "[link]"),
          "terms_of_service_url?": byDefault(string(), "[link]"), type: literal("custom")
        }),
        object({ "html?": any(), type: literal("account_default") })
      )
    }),
    "styles?": object({
      "background_color?": nullable(string()), "padding?": margin,
      "link_styles?": object({
        "font_family?": byDefault(fontFamily, "Arial, 'Helvetica Neue', Helvetica, sans-serif"),
        "font_size?": byDefault(integer(), 16), "font_style?": nullable(string()),
        "font_weight?": byDefault(
          nullable(literal(100, 200, 300, 400, 500, 600, 700, 800, 900)), 400
        ),
        "text_decoration?": nullable(string()),
        "character_spacing?": byDefault(nullable(integer()), 0),
        "text_color?": byDefault(string(), "#0066cc")
      }),
      "text_styles?": textStyleV0
    })
  }),
  object({
    "id?": nullable(string()), type: literal("review"),
    properties: object({
      "classname?": nullable(string()),
      "display_device?": byDefault(devices, ["desktop", "mobile"]), "author?": nullable(string()),
      "content?": nullable(string()), "rating?": byDefault(integer(), 5),
      "review_id?": nullable(integer()), "show_author?": byDefault(boolean(), true),
      "show_rating?": byDefault(boolean(), true), "show_verified?": byDefault(boolean(), true),
      "verified?": byDefault(boolean(), false)
    }),
    "styles?": object({
      "background_color?": nullable(string()), "padding?": margin,
      "block_background_color?": byDefault(string(), "rgba(255, 255, 255, 0)"),
      "quote_style?": object({
        "alignment?": byDefault(literal("center", "left", "right"), "center"),
        "character_spacing?": byDefault(integer(), 0),
        "font_family?": byDefault(string(), "Arial, 'Helvetica Neue', Helvetica, sans-serif"),
        "font_size?": byDefault(integer(), 16), "font_style?": nullable(string()),
        "font_weight?": byDefault(integer(), 400), "line_height?": byDefault(number(), 1.5),
        "text_color?": byDefault(string(), "#000000"), "text_decoration?": nullable(string())
      }),
      "rating_style?": object({
        "alignment?": byDefault(literal("center", "left", "right"), "center"),
        "character_spacing?": byDefault(number(), 0), "color?": byDefault(string(), "#F8BE00"),
        "empty_color?": byDefault(string(), "#EBEEEF"), "font_size?": byDefault(integer(), 16),
        "shape?": byDefault(literal("star", "circle", "heart"), "star")
      }),
      "reviewer_name_style?": object({
        "alignment?": byDefault(literal("center", "left", "right"), "center"),
        "character_spacing?": byDefault(integer(), 0),
        "font_family?": byDefault(string(), "Arial, 'Helvetica Neue', Helvetica, sans-serif"),
        "font_size?": byDefault(integer(), 16), "font_style?": nullable(string()),
        "font_weight?": byDefault(integer(), 400), "line_height?": byDefault(number(), 1.5),
        "text_color?": byDefault(string(), "#000000"), "text_decoration?": nullable(string()),
        "layout?": byDefault(literal("stacked", "inline"), "stacked")
      })
    })
  }),
  object({
    "id?": nullable(string()), type: literal("custom_html"), "properties?": htmlTextProperties,
    "styles?": object({})
  })
);
