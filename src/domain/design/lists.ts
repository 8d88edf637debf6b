import { button, cell, linkedTo, picture, repeatedBy, attributes, backgroundCss } from "./parts.ts";
import { borderCss, membersOf, numberIn, paddingCss, table, textCss, textIn } from "./parts.ts";
import type { Drawn, Members } from "./parts.ts";

/** A table: the cells of its subblocks, one row after the other. */
export function drawTable({ styles, properties, subblocks }: Drawn): string {
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

export function drawProducts({ styles, properties, subblocks }: Drawn): string {
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
