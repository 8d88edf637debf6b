import {
  any,
  boolean,
  integer,
  literal,
  nullable,
  number,
  object,
  type Shape,
  string,
} from "../../contract/shape.ts";

/** A block of an email, as drag and drop makes them. */
export const blockOf = <const T extends string, D>(type: T, data: Shape<D>) =>
  object({ content_type: literal("block"), type: literal(type), data });

const display = object({
  "show_on?": nullable(literal("all", "desktop", "mobile")),
  "visible_check?": nullable(string()),
  "content_repeat?": nullable(object({ repeat_for: string(), item_alias: string() })),
});

const text = () => nullable(string());
const pixels = () => nullable(integer());

const styles = object({
  "background_color?": text(),
  "block_background_color?": text(),
  "block_border_color?": text(),
  "block_border_style?": nullable(
    literal("dashed", "dotted", "groove", "inset", "none", "outset", "ridge", "solid"),
  ),
  "block_border_width?": pixels(),
  "block_padding_bottom?": pixels(),
  "block_padding_left?": pixels(),
  "block_padding_right?": pixels(),
  "block_padding_top?": pixels(),
  "color?": text(),
  "extra_css_class?": text(),
  "font_family?": text(),
  "font_size?": pixels(),
  "font_style?": nullable(literal("italic", "normal")),
  "font_weight?": text(),
  "inner_padding_bottom?": pixels(),
  "inner_padding_left?": pixels(),
  "inner_padding_right?": pixels(),
  "inner_padding_top?": pixels(),
  "letter_spacing?": pixels(),
  "line_height?": nullable(number()),
  "mobile_stretch_content?": nullable(boolean()),
  "text_align?": nullable(literal("center", "left", "right")),
  "text_decoration?": text(),
  "text_table_layout?": nullable(literal("auto", "fixed", "inherit", "initial")),
});

export const htmlBlock = blockOf("html", object({ content: string(), display_options: display }));
export const textBlock = blockOf(
  "text",
  object({ content: string(), display_options: display, styles }),
);

export const section = object({
  content_type: literal("section"),
  type: literal("section"),
  "data?": any(),
});
