import {
  attributes,
  backgroundCss,
  borderCss,
  declared,
  type Members,
  numberIn,
  paddingCss,
  textCss,
  textIn,
} from "./styles.ts";

/** A block, as far as it is drawn. */
export interface Drawn {
  readonly data: Members;
  readonly styles: Members;
  readonly properties: Members;
  readonly subblocks: readonly Members[];
  /** Of the template, for texts that say nothing of their own. */
  readonly text: string;
}

/** Only on what it is for. */
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

export function icon(
  of: Members,
  {
    size,
    gap,
    styles,
    showsLabel,
  }: { size: number; gap: number; styles: Members; showsLabel: boolean },
): string {
  if (textIn(of, "type") === "social_link_spacer")
    return `<span style="display:inline-block;width:${numberIn(of, "width", gap)}px;">&nbsp;</span>`;
  const [name, label] = [textIn(of, "link_type"), textIn(of, "label")];
  const color =
    { white: "#ffffff;color:#333333", grey: "#888888;color:#ffffff" }[
      textIn(styles, "icon_color")
    ] ?? "#000000;color:#ffffff";
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

/** What a cell of a table or a split shows. */
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
