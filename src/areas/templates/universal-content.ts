import { type Shape, any, boolean, integer, literal, nullable } from "../../contract/shape.ts";
import { number, object, string, during, oneOf } from "../../contract/shape.ts";
import { stamps } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { words } from "../../contract/words.ts";

const blockOf = <const T extends string, D>(type: T, data: Shape<D>) =>
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

const htmlBlock = blockOf("html", object({ content: string(), display_options: display }));
const textBlock = blockOf("text", object({ content: string(), display_options: display, styles }));

const section = object({
  content_type: literal("section"),
  type: literal("section"),
  "data?": any(),
});

const written = ["button", "drop_shadow", "horizontal_rule", "image", "spacer"] as const;
/** What may be shown beside that: a client cannot write it, and a fixture can. */
const shown = [
  ...(["coupon", "header", "product", "review", "social", "split", "table"] as const),
  ...(["unsupported", "video"] as const),
] as const;

const life = { since: "2025-04-15" } as const;
const blocks = <const T extends string, D>(types: readonly T[], data: Shape<D>) =>
  types.map((type) => during(blockOf(type, data), life));
const unknown = nullable(oneOf(string(), integer(), number(), boolean()));

/** Those of text came first. */
const newDefinition = oneOf(htmlBlock, textBlock, ...blocks(written, any()));

export const definition = oneOf(
  htmlBlock,
  textBlock,
  ...blocks(written, any()),
  ...blocks(shown, unknown),
  during(section, life),
);

export const screenshotStatus = literal(
  ...words("completed failed generating never_generated not_renderable stale"),
);

export const universalContent = resource("template-universal-content", {
  path: "/api/template-universal-content",
  id: "hex",
  attributes: {
    name: { shape: string({ minLength: 1, maxLength: 1000 }), write: "always", required: true },
    definition: { shape: definition, body: newDefinition, write: "always", required: true },
    // With microseconds in every answer (recorded).
    created: { ...stamps.created, fraction: "always" },
    updated: { ...stamps.updated, fraction: "always" },
    screenshot_status: { shape: screenshotStatus, default: "generating" },
    screenshot_url: { shape: string(), default: "", local: true },
  },
  natural: ["name"],
  fields: {
    "definition.content_type": { type: "string", values: ["block", "section"] },
    "definition.type": {
      type: "string",
      values: ["html", "text", ...written, ...shown].toSorted(),
    },
  },
  orders: ["id", "name", "created", "updated"],
  // @guess get_all_universal_content: Without `sort`, the oldest content comes first.
  defaultSort: "created",
});

export type UniversalContent = RecordOf<typeof universalContent>;
export const universalContents = collectionOf(universalContent, {
  keys: {
    "definition.content_type": ({ definition: { content_type } }) => content_type,
    "definition.type": ({ definition: { type } }) => type,
  },
});
