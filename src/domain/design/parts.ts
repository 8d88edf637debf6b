/** Members of a definition: the service takes any of what it publishes, and nothing here relies on one. */
export type Members = Readonly<Record<string, unknown>>;

export const membersOf = (value: unknown): Members =>
  typeof value === "object" && value !== null ? (value as Members) : {};

export const listOf = (value: unknown): Members[] =>
  Array.isArray(value) ? value.map(membersOf) : [];

export const textIn = (of: Members, name: string): string => {
  const value = of[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

export const numberIn = (of: Members, name: string, otherwise = 0): number => {
  const value = of[name];
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
};

const textNames =
  "color font_color font_family font_size font_style font_weight letter_spacing line_height text_align text_decoration".split(
    " ",
  );
const unitless = new Set(["line_height", "font_weight"]);

/** The style of a text. @param prefix of its members, as `header_` */
export const textCss = (of: Members, prefix = ""): string =>
  textNames
    .map((name) =>
      declared(name.replace("font_color", "color"), of[prefix + name], !unitless.has(name)),
    )
    .join("");

const sides = ["top", "right", "bottom", "left"];

/** @param prefix of its members, as `block_`; nothing where no side is said */
export function paddingCss(of: Members, prefix: string): string {
  const names = sides.map((side) => `${prefix}padding_${side}`);
  if (names.every((name) => of[name] == null)) return "";
  return `padding:${names.map((name) => `${numberIn(of, name)}px`).join(" ")};`;
}

export function borderCss(of: Members, prefix = ""): string {
  const width = numberIn(of, `${prefix}border_width`);
  const style = textIn(of, `${prefix}border_style`) || "solid";
  const color = textIn(of, `${prefix}border_color`) || "transparent";
  const border =
    width > 0 && style !== "none" ? `border:${width}px ${plain(style)} ${plain(color)};` : "";
  return border + declared("border_radius", of[`${prefix}border_radius`], true);
}

export const backgroundCss = (of: Members, name = "background_color"): string =>
  declared("background_color", of[name], false);

/** One declaration; nothing where nothing is said. */
export function declared(name: string, value: unknown, pixels: boolean): string {
  if (value === null || value === undefined || value === "") return "";
  const text = typeof value === "number" && pixels ? `${value}px` : plain(String(value));
  return `${name.replaceAll("_", "-")}:${text};`;
}

/** A value that stays within its declaration and its attribute. */
const plain = (value: string): string => value.replace(/[;{}<>]/g, "").replaceAll('"', "'");

/** A text within an attribute. What is of the template language stays as it is. */
const attributeText = (text: string): string =>
  text
    .split(/(\{\{.*?\}\}|\{%.*?%\})/s)
    .map((part, place) =>
      place % 2 === 1
        ? part.replaceAll('"', "'")
        : part.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;"),
    )
    .join("");

/** The attributes of an element; those that say nothing are left out. */
export const attributes = (of: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(of)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => ` ${name}="${attributeText(String(value))}"`)
    .join("");

export const table = (rows: string, css = "", more: Readonly<Record<string, string>> = {}) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"${attributes({ style: css, ...more })}>${rows}</table>`;

export interface Drawn {
  readonly data: Members;
  readonly styles: Members;
  readonly properties: Members;
  readonly subblocks: readonly Members[];
  /** Of the template, for texts that say nothing of their own. */
  readonly text: string;
}

export const shownOn = (of: Members, html: string): string => {
  const on = textIn(of, "show_on");
  return on === "desktop" || on === "mobile" ? `<div class="only-${on}">${html}</div>` : html;
};

export const aligned = (styles: Members, html: string, css = ""): string =>
  `<div style="text-align:${textIn(styles, "align") || "center"};${css}">${html}</div>`;

export const linkedTo = (href: string, html: string): string =>
  href === "" ? html : `<a${attributes({ href, target: "_blank" })}>${html}</a>`;

export function picture(of: Members, styles: Members): string {
  const src = textIn(of, "src") || textIn(of, "image_url");
  if (src === "") return "";
  const width =
    numberIn(styles, "width") || numberIn(styles, "max_width") || numberIn(of, "image_width");
  const css = `max-width:100%;height:auto;border:0;display:inline-block;${declared("width", width || undefined, true)}${borderCss(styles)}`;
  const image = `<img${attributes({ src, width: width || undefined, style: css })} alt="${textIn(of, "alt_text").replaceAll('"', "&quot;")}">`;
  return linkedTo(textIn(of, "href"), image);
}

/** A button, as a table with one cell. @param prefix of its style members, as `button_` */
export function button(
  styles: Members,
  prefix: string,
  href: string,
  content: string,
  padding: string,
): string {
  const align = textIn(styles, prefix === "" ? "text_align" : `${prefix}alignment`) || "center";
  const cell = `${backgroundCss(styles, `${prefix}background_color`)}${borderCss(styles, prefix)}text-align:center;`;
  const text = `display:inline-block;text-decoration:none;${textCss({ ...styles, [`${prefix}text_align`]: null }, prefix)}${paddingCss(styles, padding)}`;
  const inner =
    href === ""
      ? `<span${attributes({ style: text })}>${content}</span>`
      : `<a${attributes({ href, target: "_blank", style: text })}>${content}</a>`;
  const width = styles["stretch"] === true ? "100%" : undefined;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"${attributes({ align, width, style: "border-collapse:separate;" })}><tr><td${attributes({ style: cell })}>${inner}</td></tr></table>`;
}

interface IconLook {
  readonly size: number;
  readonly gap: number;
  readonly styles: Members;
  readonly showsLabel: boolean;
}

export function icon(of: Members, { size, gap, styles, showsLabel }: IconLook): string {
  if (textIn(of, "type") === "social_link_spacer")
    return `<span style="display:inline-block;width:${numberIn(of, "width", gap)}px;">&nbsp;</span>`;
  const [name, label] = [textIn(of, "link_type"), textIn(of, "label")];
  const colors = { white: "#ffffff;color:#333333", grey: "#888888;color:#ffffff" };
  const color =
    colors[textIn(styles, "icon_color") as keyof typeof colors] ?? "#000000;color:#ffffff";
  const css = `display:inline-block;width:${size}px;height:${size}px;line-height:${size}px;margin:0 ${gap / 2}px;border-radius:${size}px;text-align:center;text-decoration:none;background-color:${color};`;
  const custom = textIn(of, "custom_src");
  const shown =
    custom === ""
      ? (label || name).charAt(0).toUpperCase()
      : `<img${attributes({ src: custom, width: size })} alt="">`;
  const under =
    showsLabel && label !== ""
      ? `<span${attributes({ style: textCss(styles, "label_") })}>${label}</span>`
      : "";
  return `<a${attributes({ href: textIn(of, "link_url"), title: label || name, style: css })}>${shown}</a>${under}`;
}

export const cell = (of: Members): string =>
  shownOn(
    of,
    textIn(of, "type").endsWith("image")
      ? aligned({ align: of["image_align"] }, picture(of, of))
      : `<div style="${textCss(of)}">${textIn(of, "content")}</div>`,
  );

/** Once for each item that a name leads to. @param otherwise where there is none */
export function repeatedBy(repeat: Members, html: string, otherwise = ""): string {
  const [over, alias] = [textIn(repeat, "repeat_for"), textIn(repeat, "item_alias")];
  if (over === "" || alias === "") return html;
  return `{% for ${alias} in ${over} %}${html}${otherwise === "" ? "" : `{% empty %}${otherwise}`}{% endfor %}`;
}
