// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  any, boolean, byDefault, integer, list, literal, nullable, object, string, type Shape
} from "../../contract/shape.ts";
import { buttonDropShadowStyles, formBlock } from "./form-blocks.ts";
import { backgroundImage, fontFamily, teaserStyles, versionStyles } from "./form-styles.ts";
import { devices } from "./form-inputs.ts";
import { formTrigger } from "./form-triggers.ts";

/** What a form is made of, in each of its versions. */

export const formStep: Shape = object({
  columns: list(object({
    "id?": nullable(string()),
    "rows?": list(object({ "id?": nullable(string()), blocks: list(formBlock) })),
    "styles?": nullable(object({
      "background_color?": nullable(string()), "background_image?": nullable(backgroundImage)
    }))
  })),
  "id?": nullable(string()), "name?": nullable(string()), "steps?": nullable(list(any()))
});
export const formDefinition: Shape = object({
  versions: list(object({
    "ab_test?": byDefault(boolean(), false), "channel?": byDefault(literal("WEB", "IN_APP"), "WEB"),
    "dynamic_button?": nullable(object({
      data: object({
        "button_styles?": object({
          "alignment?": byDefault(literal("center", "left", "right"), "center"),
          "border?": object({
            "color?": byDefault(string(), "#000000"), "enabled?": byDefault(boolean(), false),
            "style?": byDefault(nullable(literal("solid", "dashed", "dotted")), "solid"),
            "width?": byDefault(integer(), 1)
          }),
          "border_radius?": byDefault(integer(), 0), "color?": byDefault(string(), "#000000"),
          "drop_shadow?": buttonDropShadowStyles, "height?": byDefault(integer(), 44),
          "width?": byDefault(literal("fullWidth", "fitToText"), "fullWidth")
        }),
        "text_styles?": object({
          "font_family?": byDefault(fontFamily, "Arial, 'Helvetica Neue', Helvetica, sans-serif"),
          "font_size?": byDefault(integer(), 16), "font_style?": nullable(string()),
          "font_weight?": byDefault(
            nullable(literal(100, 200, 300, 400, 500, 600, 700, 800, 900)), 400
          ),
          "text_decoration?": nullable(string()), "font_color?": byDefault(string(), "#FFFFFF"),
          "letter_spacing?": byDefault(integer(), 0)
        }),
        "display?": byDefault(literal("REPLACE", "NEXT_TO"), "REPLACE"),
        "label?": byDefault(string(), "")
      }),
      "id?": nullable(string()), type: literal("BACK_IN_STOCK_OPEN")
    })),
    "id?": nullable(integer()),
    "location?": nullable(literal(
      "bottom_center", "bottom_left", "bottom_right", "center_left", "center_right", "top_center",
      "top_left", "top_right"
    )),
    "message_priority?": byDefault(integer(), 50), "name?": nullable(string()),
    "properties?": object({
      "accessible_name?": nullable(string()), "click_outside_to_close?": nullable(devices),
      "record_utm_params_on_submit?": byDefault(boolean(), false),
      "rule_based_trigger_evaluation?": byDefault(nullable(literal("all", "any")), "any"),
      "show_close_button?": byDefault(boolean(), true),
      "side_image_settings?": nullable(object({
        "alignment?": byDefault(literal("left", "right"), "left"), "device_type?": devices,
        "size?": byDefault(literal("medium", "large", "small"), "medium")
      }))
    }),
    "specialties?": list(literal("BACK_IN_STOCK")),
    "status?": byDefault(literal("draft", "live"), "draft"), steps: list(formStep),
    "styles?": versionStyles,
    "teasers?": list(object({
      "close_button?": byDefault(boolean(), true), content: string(),
      "custom_size?": nullable(integer()),
      "device_type?": byDefault(literal("both", "desktop", "mobile"), "both"),
      "display_order?": byDefault(literal("after", "before", "before_and_after"), "after"),
      "id?": nullable(string()),
      "location?": byDefault(
        literal(
          "bottom_center", "bottom_left", "bottom_right", "center_left", "center_right",
          "top_center", "top_left", "top_right"
        ),
        "bottom_left"
      ),
      "size?": byDefault(literal("small", "custom", "large", "medium"), "small"),
      "styles?": teaserStyles,
      "teaser_type?": byDefault(literal("rectangle", "circle", "corner"), "rectangle")
    })),
    "triggers?": list(formTrigger),
    "type?": byDefault(literal("popup", "banner", "embed", "flyout", "full_screen"), "popup")
  }))
});
