/** Members of a definition: the service takes any of what it publishes, and nothing here relies on one. */
export type Members = Readonly<Record<string, unknown>>;

export const membersOf = (value: unknown): Members =>
  typeof value === "object" && value !== null ? (value as Members) : {};

export const textIn = (of: Members, name: string): string => {
  const value = of[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

export const numberIn = (of: Members, name: string, otherwise = 0): number => {
  const value = of[name];
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
};

/** The properties of text, by what members call them. */
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

/** A table that only lays out. */
export const table = (
  rows: string,
  css = "",
  more: Readonly<Record<string, string>> = {},
): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"${attributes({ style: css, ...more })}>${rows}</table>`;
