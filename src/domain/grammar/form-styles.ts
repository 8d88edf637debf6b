// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  boolean, byDefault, integer, literal, nullable, number, object, oneOf, string, type Shape
} from "../../contract/shape.ts";

/** How forms look. */

export const imageAssetProperties: Shape = object({
  "alt_text?": nullable(string()), "asset_id?": nullable(integer()), "id?": nullable(integer()),
  "original_image_url?": nullable(string()), "src?": nullable(string())
});
export const backgroundImage: Shape = object({
  properties: imageAssetProperties,
  "styles?": object({
    "custom_width?": nullable(integer()),
    "horizontal_alignment?": byDefault(literal("center", "left", "right"), "center"),
    "position?": byDefault(literal("contain", "cover", "custom"), "contain"),
    "vertical_alignment?": byDefault(literal("center", "bottom", "top"), "center"),
    "width?": nullable(integer())
  })
});
export const borderStyle: Shape = object({
  "color?": nullable(string()), "radius?": byDefault(integer(), 8),
  "style?": nullable(literal("dashed", "dotted", "solid")), "thickness?": nullable(integer())
});
export const margin: Shape = object({
  "bottom?": byDefault(integer(), 0), "left?": byDefault(integer(), 0),
  "right?": byDefault(integer(), 0), "top?": byDefault(integer(), 0)
});
const closeButtonStyle: Shape = object({
  "background_color?": byDefault(string(), "rgba(180, 187, 195, 0.65)"),
  "color?": byDefault(string(), "#FFFFFF"), "margin?": margin,
  "outline_color?": byDefault(string(), "#FFFFFF"), "size?": byDefault(integer(), 20),
  "stroke?": byDefault(number(), 2)
});
const dropShadow: Shape = object({
  "blur?": byDefault(integer(), 30), "color?": byDefault(nullable(string()), "rgba(0,0,0,0.15)"),
  "enabled?": byDefault(boolean(), false)
});
export const fontFamily: Shape = oneOf(
  literal(
    "Arial Black,Arial", "Arial, 'Helvetica Neue', Helvetica, sans-serif",
    "Century Gothic,AppleGothic,Arial", "Comic Sans MS,Comic Sans,cursive", "Courier",
    "Courier New", "Geneva,Arial", "Georgia", "Helvetica,Arial",
    "Lucida Grande,Lucida Sans Unicode,Lucida Sans,Geneva,Verdana,sans-serif",
    "Lucida Sans Unicode,Lucida Sans,Geneva,Verdana,sans-serif",
    "Lucida,Lucida Sans Unicode,Lucida Sans,Geneva,Verdana,sans-serif", "MS Serif,Georgia",
    "New York,Georgia", "Palatino Linotype,Palatino,Georgia", "Palatino,Georgia",
    "Tahoma,sans-serif", "Times New Roman", "Trebuchet MS", "Verdana"
  ),
  string()
);
export const textStyleV0: Shape = object({
  "font_family?": byDefault(fontFamily, "Arial, 'Helvetica Neue', Helvetica, sans-serif"),
  "font_size?": byDefault(integer(), 16), "font_style?": nullable(string()),
  "font_weight?": byDefault(nullable(literal(100, 200, 300, 400, 500, 600, 700, 800, 900)), 400),
  "text_decoration?": nullable(string()), "character_spacing?": byDefault(nullable(integer()), 0),
  "text_color?": byDefault(string(), "#000000")
});
const richTextStyle: Shape = object({
  "font_family?": byDefault(fontFamily, "Arial, 'Helvetica Neue', Helvetica, sans-serif"),
  "font_size?": byDefault(integer(), 16), "font_style?": nullable(string()),
  "font_weight?": byDefault(nullable(literal(100, 200, 300, 400, 500, 600, 700, 800, 900)), 400),
  "text_decoration?": nullable(string()),
  "alignment?": byDefault(literal("left", "center", "right"), "left"),
  "character_spacing?": byDefault(nullable(integer()), 0), "line_spacing?": byDefault(number(), 1),
  "margin?": object({
    "bottom?": byDefault(integer(), 0), "left?": byDefault(literal(0), 0),
    "right?": byDefault(literal(0), 0), "top?": byDefault(literal(0), 0)
  }),
  "text_color?": byDefault(string(), "#000000")
});
export const versionStyles: Shape = object({
  "background_color?": byDefault(nullable(string()), "#FFFFFF"),
  "background_image?": nullable(backgroundImage),
  "banner_styles?": nullable(object({
    "desktop_position?": byDefault(literal("top", "bottom"), "top"),
    "mobile_position?": byDefault(literal("top", "bottom"), "top"),
    "scroll_with_page?": byDefault(boolean(), true)
  })),
  "border_styles?": nullable(borderStyle), "close_button?": closeButtonStyle,
  "custom_css?": object({
    "css?": byDefault(string(), ""), "enabled?": byDefault(boolean(), false)
  }),
  "custom_width?": nullable(integer()), "drop_shadow?": dropShadow,
  "input_styles?": object({
    "background_color?": byDefault(string(), "#FFFFFF"),
    "border_color?": byDefault(string(), "#949596"),
    "border_focus_color?": byDefault(string(), "#000000"),
    "corner_radius?": byDefault(integer(), 2), "field_height?": byDefault(integer(), 38),
    "focus_outline_color?": byDefault(string(), "#1C65AD"),
    "label_color?": byDefault(string(), "#303B43"),
    "placeholder_color?": byDefault(string(), "#949596"),
    "text_color?": byDefault(string(), "#000000"), "text_styles?": textStyleV0
  }),
  "margin?": margin, "minimum_height?": byDefault(integer(), 250),
  "mobile_overlay?": nullable(object({
    "color?": byDefault(nullable(string()), "rgba(20, 20, 20, 0.5)"),
    "enabled?": byDefault(literal(false), false)
  })),
  "overlay_color?": byDefault(string(), "rgba(20,20,20,0.6)"), "padding?": margin,
  "rich_text_styles?": object({
    "body?": richTextStyle, "h1?": richTextStyle, "h2?": richTextStyle, "h3?": richTextStyle,
    "h4?": richTextStyle, "h5?": richTextStyle, "h6?": richTextStyle,
    "link?": object({
      "color?": byDefault(string(), "#0066cc"),
      "decoration?": byDefault(literal("underline"), "underline")
    })
  }),
  "width?": byDefault(literal("medium", "custom", "full", "large", "small"), "medium"),
  "wrap_content?": byDefault(literal(false), false)
});
export const teaserStyles: Shape = object({
  "background_color?": byDefault(string(), "#FFFFFF"),
  "background_image?": nullable(backgroundImage), "close_button?": closeButtonStyle,
  "corner_radius?": byDefault(integer(), 4), "drop_shadow?": dropShadow, "margin?": margin
});
