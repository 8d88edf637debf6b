import { aligned, button, cell, icon, picture, shownOn, backgroundCss } from "./parts.ts";
import { borderCss, numberIn, paddingCss, textCss, attributes, membersOf, table } from "./parts.ts";
import { textIn, listOf, type Drawn, type Members, linkedTo, repeatedBy } from "./parts.ts";

function drawTable({ styles, properties, subblocks }: Drawn): string {
  const columns = Math.max(1, numberIn(properties, "num_columns", 1));
  const kind = (name: string) => subblocks.filter((each) => textIn(each, "type").startsWith(name));
  const [headers, fallbacks] = [kind("table_header"), kind("table_fallback")];
  const others = subblocks.filter((each) => !headers.includes(each) && !fallbacks.includes(each));
  const line = (side: string, name: string) => {
    const width = numberIn(styles, `cell_${name}_border_width`);
    return width === 0
      ? ""
      : `border-${side}:${width}px ${textIn(styles, `cell_${name}_border_style`) || "solid"} ${textIn(styles, `cell_${name}_border_color`) || "#cccccc"};`;
  };
  const body =
    textCss(styles, "table_") +
    paddingCss(styles, "cell_") +
    line("bottom", "horizontal") +
    line("right", "vertical");
  const head =
    backgroundCss(styles, "header_background_color") +
    textCss(styles, "header_") +
    paddingCss(styles, "header_");
  const row = (cells: readonly Members[], tag: string, css: string) =>
    `<tr>${cells.map((each) => `<${tag}${attributes({ width: textIn(each, "table_column_width"), align: textIn(each, "cell_text_align") || "left", valign: textIn(styles, "cell_vertical_align") || "top", style: css })}>${cell(each)}</${tag}>`).join("")}</tr>`;
  const rowsOf = (cells: readonly Members[]) =>
    Array.from({ length: Math.ceil(cells.length / columns) }, (_, at) =>
      row(cells.slice(at * columns, (at + 1) * columns), "td", body),
    ).join("");
  const fallback = properties["show_fallback_content"] === true ? rowsOf(fallbacks) : "";
  const repeat = membersOf(properties["row_content_repeat"]);
  const repeated = repeatedBy(repeat, rowsOf(others), fallback);
  const top =
    properties["show_headers"] === false || headers.length === 0 ? "" : row(headers, "th", head);
  return table(top + repeated, backgroundCss(styles, "table_background_color"));
}

/** @guess render_template, send_campaign: A product of a feed has the names `title`, `image_url`, `url` and `price`. */
const fromFeed: Members = {
  name: "{{ item.title }}",
  image_url: "{{ item.image_url }}",
  link: "{{ item.url }}",
  price: "{{ item.price }}",
};

function drawProducts({ styles, properties, subblocks }: Drawn): string {
  const columns = Math.max(1, numberIn(styles, "num_columns", 1));
  const shows = (name: string) => properties[`show_${name}`] !== false;
  const part = (name: string, html: string) =>
    html === ""
      ? ""
      : `<div${attributes({ style: textCss(styles, `${name}_`) + paddingCss(styles, `${name}_`) })}>${html}</div>`;
  const product = (of: Members) => {
    const href = textIn(of, "link") || textIn(of, "url");
    const title = textIn(of, "title") || textIn(of, "name");
    const label = textIn(of, "button_text") || textIn(properties, "button_text");
    const named = properties["show_title_links"] === true ? linkedTo(href, title) : title;
    const isAsked = (name: string) => properties[`show_${name}`] === true;
    const image = picture({ ...of, alt_text: title }, { max_width: styles["item_max_height"] });
    return [
      linkedTo(href, image),
      shows("title") && part("title", named),
      shows("description") && part("description", textIn(of, "description")),
      shows("price") && part("price", textIn(of, "price")),
      isAsked("original_price") && part("original_price", textIn(of, "original_price")),
      isAsked("button") && button(styles, "button_", href, label, "button_"),
    ]
      .filter((html) => html !== false)
      .join("");
  };
  const css = `text-align:${textIn(styles, "item_text_alignment") || "center"};${paddingCss(styles, "item_")}${borderCss(styles, "item_")}`;
  const stacks = styles["stack_on_mobile"] === true ? "stack" : "";
  const td = (of: Members) =>
    `<td${attributes({ class: stacks, width: `${Math.floor(100 / columns)}%`, valign: "top", style: css })}>${product(of)}</td>`;
  if (properties["dynamic"] === true) {
    const feed = textIn(properties, "feed").replace(/\W/g, "");
    const from = numberIn(properties, "feed_offset");
    const to = from + columns * numberIn(styles, "num_rows", 1);
    const each = `{% for item in feeds.${feed || "products"}.items|slice:"${from}:${to}" %}{% if forloop.counter0|divisibleby:${columns} and not forloop.first %}</tr><tr>{% endif %}${td(fromFeed)}{% endfor %}`;
    return table(`<tr>${each}</tr>`);
  }
  const rows = Array.from({ length: Math.ceil(subblocks.length / columns) }, (_, at) => {
    const cells = subblocks.slice(at * columns, (at + 1) * columns).map(td);
    return `<tr>${cells.join("")}</tr>`;
  });
  return table(rows.join(""));
}

/** What blocks show. @guess create_template, update_template, render_template: How the service draws each block of a drag-and-drop template is not published. */
const drawings: Readonly<Record<string, (of: Drawn) => string>> = {
  text: ({ data, styles, text }) =>
    `<div style="${text}${backgroundCss(styles)}${textCss(styles)}${paddingCss(styles, "inner_")}">${textIn(data, "content")}</div>`,
  html: ({ data }) => `<div>${textIn(data, "content")}</div>`,
  image: ({ properties, styles }) => {
    const css = paddingCss(styles, "inner_") + backgroundCss(styles);
    return aligned(styles, picture(properties, styles), css);
  },
  button: ({ data, styles, properties }) =>
    button(styles, "", textIn(properties, "href"), textIn(data, "content"), "inner_"),
  coupon({ data, styles, properties }) {
    const content = textIn(data, "content");
    const name = textIn(properties, "coupon") || textIn(properties, "coupon_id");
    const isWritten = content.includes("coupon_code") || name === "";
    const code = isWritten ? content : `{% coupon_code '${name.replaceAll("'", "")}' %}`;
    return button(styles, "", textIn(properties, "href"), code, "inner_");
  },
  horizontal_rule: ({ styles }) =>
    `<div style="border-top:${numberIn(styles, "border_width", 1)}px ${textIn(styles, "border_style") || "solid"} ${textIn(styles, "border_color") || "#cccccc"};font-size:0;line-height:0;">&nbsp;</div>`,
  spacer: ({ styles }) =>
    `<div style="height:${numberIn(styles, "height", 20)}px;line-height:${numberIn(styles, "height", 20)}px;font-size:0;${backgroundCss(styles)}">&nbsp;</div>`,
  drop_shadow({ styles }) {
    const color =
      { dark: "#999999", medium: "#bbbbbb" }[textIn(styles, "shadow_color")] ?? "#dddddd";
    return `<div style="height:8px;line-height:8px;font-size:0;background:linear-gradient(${color},rgba(255,255,255,0));">&nbsp;</div>`;
  },
  video({ properties, styles }) {
    const sign = '<div style="text-align:center;font-size:24px;line-height:32px;">&#9654;</div>';
    const over = properties["overlay_toggle"] === true ? sign : "";
    return aligned(styles, picture(properties, styles) + over);
  },
  social({ styles, properties, subblocks }) {
    const size = { small: 24, medium: 32 }[textIn(styles, "icon_size")] ?? 40;
    const gap = numberIn(styles, "icon_spacing", 8);
    const icons = subblocks.map((each) =>
      icon(each, { size, gap, styles, showsLabel: properties["show_labels"] === true }),
    );
    return `<div style="text-align:${textIn(styles, "icon_align") || "center"};">${icons.join("")}</div>`;
  },
  header({ styles, subblocks }) {
    const link = `${textCss(styles)}text-decoration:none;display:inline-block;${paddingCss(styles, "inner_")}`;
    const drawn = (each: Members) =>
      textIn(each, "type") === "header_link_bar_button"
        ? `<a${attributes({ href: textIn(each, "href"), style: link + backgroundCss(each) })}>${textIn(each, "content")}</a>`
        : picture(each, each);
    const cells = subblocks.map((each) => shownOn(each, drawn(each)));
    const isStacked = ["centered", "stacked"].includes(textIn(styles, "desktop_layout"));
    const rows = isStacked
      ? cells.map((cell) => `<tr><td align="center">${cell}</td></tr>`).join("")
      : `<tr>${cells.map((cell) => `<td align="center">${cell}</td>`).join("")}</tr>`;
    return table(rows);
  },
  split({ styles, subblocks }) {
    const widths = textIn(styles, "column_widths").match(/\d+/g) ?? [];
    const stacks = textIn(styles, "mobile_stack_order") === "no-stack" ? {} : { class: "stack" };
    const cells = subblocks.map((each, place) => {
      const width = `${widths[place] ?? Math.floor(100 / subblocks.length)}%`;
      return `<td${attributes({ ...stacks, width, valign: "top", style: `padding:0 ${numberIn(styles, "padding_in_between") / 2}px;` })}>${cell(each)}</td>`;
    });
    return table(`<tr>${cells.join("")}</tr>`);
  },
  table: drawTable,
  product: drawProducts,
  review({ properties }) {
    const stars = "&#9733;".repeat(Math.min(5, numberIn(properties, "stars", 5)));
    const [quote, author] = ["quote", "author"].map(
      (name) => textIn(properties, name) || textIn(properties, `${name}_placeholder`),
    );
    return `<div style="text-align:center;"><div>${stars}</div><div>${quote}</div><div>${author}</div></div>`;
  },
  unsupported: () => "",
};

export function drawnBlock(block: Members, text: string): string {
  const data = membersOf(block["data"]);
  const [styles, properties] = [membersOf(data["styles"]), membersOf(data["properties"])];
  const subblocks = listOf(block["subblocks"] ?? data["subblocks"]);
  const draw = drawings[textIn(block, "type")];
  const drawn = draw?.({ data, styles, properties, subblocks, text }) ?? "";
  const css =
    backgroundCss(styles, "block_background_color") +
    borderCss(styles, "block_") +
    paddingCss(styles, "block_");
  return `<tr><td${attributes({ class: textIn(styles, "extra_css_class"), style: css })}>${drawn}</td></tr>`;
}
