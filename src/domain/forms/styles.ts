import {
  boolean,
  byDefault,
  integer,
  literal,
  type Literal,
  list,
  nullable,
  number,
  object,
  oneOf,
  type Shape,
  string,
} from "../../contract/shape.ts";

/** How forms look, and what their parts are where nothing is said. */

export const text = (standard: string): Shape => byDefault(string(), standard);
export const whole = (standard: number): Shape => byDefault(integer(), standard);
export const flag = (standard: boolean): Shape => byDefault(boolean(), standard);
/** One of these, the first unless it is said. */
export const choice = (...values: readonly [Literal, ...Literal[]]): Shape =>
  byDefault(literal(...values), values[0]);
export const maybe = (): Shape => nullable(string());

/** On which devices something is shown: also in the echo of what does not say (forms.md). */
export const devices: Shape = byDefault(list(literal("both", "desktop", "mobile")), [
  "desktop",
  "mobile",
]);

const sides = {
  "bottom?": whole(0),
  "left?": whole(0),
  "right?": whole(0),
  "top?": whole(0),
} as const;
export const padding: Shape = object(sides);
const margin: Shape = object(sides);
/** Above and below alone. */
const richTextMargin = object({
  ...sides,
  "left?": choice(0),
  "right?": choice(0),
  "top?": choice(0),
});

const arial = "Arial, 'Helvetica Neue', Helvetica, sans-serif";
const fontFamily = byDefault(
  oneOf(
    literal(
      "Arial Black,Arial",
      arial,
      "Century Gothic,AppleGothic,Arial",
      "Comic Sans MS,Comic Sans,cursive",
      "Courier",
      "Courier New",
      "Geneva,Arial",
      "Georgia",
      "Helvetica,Arial",
      "Lucida Grande,Lucida Sans Unicode,Lucida Sans,Geneva,Verdana,sans-serif",
      "Lucida Sans Unicode,Lucida Sans,Geneva,Verdana,sans-serif",
      "Lucida,Lucida Sans Unicode,Lucida Sans,Geneva,Verdana,sans-serif",
      "MS Serif,Georgia",
      "New York,Georgia",
      "Palatino Linotype,Palatino,Georgia",
      "Palatino,Georgia",
      "Tahoma,sans-serif",
      "Times New Roman",
      "Trebuchet MS",
      "Verdana",
    ),
    string(),
  ),
  arial,
);
export const weight = literal(100, 200, 300, 400, 500, 600, 700, 800, 900);
const fontWeight = byDefault(nullable(weight), 400);

/** What is said of all text. */
const font = {
  "font_family?": fontFamily,
  "font_size?": whole(16),
  "font_style?": maybe(),
  "font_weight?": fontWeight,
  "text_decoration?": maybe(),
} as const;
const spacing = byDefault(nullable(integer()), 0);

const styleOfText = (color: string): Shape =>
  object({ ...font, "character_spacing?": spacing, "text_color?": text(color) });
export const textStyles: Shape = styleOfText("#000000");
export const linkTextStyles: Shape = styleOfText("#0066cc");

const richText = object({
  ...font,
  "alignment?": choice("left", "center", "right"),
  "character_spacing?": spacing,
  "line_spacing?": byDefault(number(), 1),
  "margin?": richTextMargin,
  "text_color?": text("#000000"),
});

/** Of what is quoted, whose fonts are any. */
const quoted = {
  "alignment?": choice("center", "left", "right"),
  "character_spacing?": whole(0),
  "font_family?": text(arial),
  "font_size?": whole(16),
  "font_style?": maybe(),
  "font_weight?": whole(400),
  "line_height?": byDefault(number(), 1.5),
  "text_color?": text("#000000"),
  "text_decoration?": maybe(),
} as const;
export const quoteStyles: Shape = object(quoted);
export const reviewerStyles: Shape = object({
  ...quoted,
  "layout?": choice("stacked", "inline"),
});
export const ratingStyles: Shape = object({
  "alignment?": choice("center", "left", "right"),
  "character_spacing?": byDefault(number(), 0),
  "color?": text("#F8BE00"),
  "empty_color?": text("#EBEEEF"),
  "font_size?": whole(16),
  "shape?": choice("star", "circle", "heart"),
});

export const imageAsset: Shape = object({
  "alt_text?": maybe(),
  "asset_id?": nullable(integer()),
  "id?": nullable(integer()),
  "original_image_url?": maybe(),
  "src?": maybe(),
});

export const backgroundImage: Shape = object({
  properties: imageAsset,
  "styles?": object({
    "custom_width?": nullable(integer()),
    "horizontal_alignment?": choice("center", "left", "right"),
    "position?": choice("contain", "cover", "custom"),
    "vertical_alignment?": choice("center", "bottom", "top"),
    "width?": nullable(integer()),
  }),
});

export const borderStyles: Shape = object({
  "color?": maybe(),
  "radius?": whole(8),
  "style?": nullable(literal("dashed", "dotted", "solid")),
  "thickness?": nullable(integer()),
});

const dropShadow = object({
  "blur?": whole(30),
  "color?": byDefault(nullable(string()), "rgba(0,0,0,0.15)"),
  "enabled?": flag(false),
});
/** Of what lies within a form. */
export const innerShadow: Shape = object({
  "blur?": whole(15),
  "color?": text("#000000"),
  "enabled?": flag(false),
  "x_offset?": whole(0),
  "y_offset?": whole(0),
});

const closeButton = object({
  "background_color?": text("rgba(180, 187, 195, 0.65)"),
  "color?": text("#FFFFFF"),
  "margin?": margin,
  "outline_color?": text("#FFFFFF"),
  "size?": whole(20),
  "stroke?": byDefault(number(), 2),
});

const onEdge = choice("top", "bottom");

/** How a whole form looks. */
export const versionStyles: Shape = object({
  "background_color?": byDefault(nullable(string()), "#FFFFFF"),
  "background_image?": nullable(backgroundImage),
  "banner_styles?": nullable(
    object({
      "desktop_position?": onEdge,
      "mobile_position?": onEdge,
      "scroll_with_page?": flag(true),
    }),
  ),
  "border_styles?": nullable(borderStyles),
  "close_button?": closeButton,
  "custom_css?": object({ "css?": text(""), "enabled?": flag(false) }),
  "custom_width?": nullable(integer()),
  "drop_shadow?": dropShadow,
  "input_styles?": object({
    "background_color?": text("#FFFFFF"),
    "border_color?": text("#949596"),
    "border_focus_color?": text("#000000"),
    "corner_radius?": whole(2),
    "field_height?": whole(38),
    "focus_outline_color?": text("#1C65AD"),
    "label_color?": text("#303B43"),
    "placeholder_color?": text("#949596"),
    "text_color?": text("#000000"),
    "text_styles?": textStyles,
  }),
  "margin?": margin,
  "minimum_height?": whole(250),
  "mobile_overlay?": nullable(
    object({
      "color?": byDefault(nullable(string()), "rgba(20, 20, 20, 0.5)"),
      "enabled?": choice(false),
    }),
  ),
  "overlay_color?": text("rgba(20,20,20,0.6)"),
  "padding?": padding,
  "rich_text_styles?": object({
    "body?": richText,
    "h1?": richText,
    "h2?": richText,
    "h3?": richText,
    "h4?": richText,
    "h5?": richText,
    "h6?": richText,
    "link?": object({ "color?": text("#0066cc"), "decoration?": choice("underline") }),
  }),
  "width?": choice("medium", "custom", "full", "large", "small"),
  "wrap_content?": choice(false),
});

/** How what is shown in a form's place looks. */
export const teaserStyles: Shape = object({
  "background_color?": text("#FFFFFF"),
  "background_image?": nullable(backgroundImage),
  "close_button?": closeButton,
  "corner_radius?": whole(4),
  "drop_shadow?": dropShadow,
  "margin?": margin,
});

/** How the button looks that a shop's page gets beside its own. */
export const dynamicButtonStyles = {
  "button_styles?": object({
    "alignment?": choice("center", "left", "right"),
    "border?": object({
      "color?": text("#000000"),
      "enabled?": flag(false),
      "style?": byDefault(nullable(literal("solid", "dashed", "dotted")), "solid"),
      "width?": whole(1),
    }),
    "border_radius?": whole(0),
    "color?": text("#000000"),
    "drop_shadow?": innerShadow,
    "height?": whole(44),
    "width?": choice("fullWidth", "fitToText"),
  }),
  "text_styles?": object({
    ...font,
    "font_color?": text("#FFFFFF"),
    "letter_spacing?": whole(0),
  }),
} as const;
