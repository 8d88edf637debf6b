/** A text that may be broken into lines: between its items, all of them or none. */
export type Doc = string | Group | readonly Doc[];

interface Group {
  readonly open: string;
  readonly items: readonly Doc[];
  readonly close: string;
  readonly between: string;
}

const widthMax = 100;

export const group = (open: string, items: readonly Doc[], close: string, between = ","): Doc => ({
  open,
  items,
  close,
  between,
});

/** The text in one line. */
export function flat(doc: Doc): string {
  if (typeof doc === "string") return doc;
  if (!("items" in doc)) return doc.map(flat).join("");
  const { open, items, close, between } = doc;
  const space = open.endsWith("{") && items.length > 0 ? " " : "";
  return `${open}${space}${items.map(flat).join(`${between} `)}${space}${close}`;
}

/**
 * The text in lines of a screen's width.
 *
 * @param indent of the line in which it begins
 * @param column where it begins
 * @param after how much stands behind it in its last line
 */
export function laidOut(doc: Doc, indent = "", column = 0, after = 0): string {
  const one = flat(doc);
  if (typeof doc === "string" || column + one.length + after <= widthMax) return one;
  if ("items" in doc) return broken(doc, indent);
  let text = "";
  for (const [index, part] of doc.entries()) {
    const last = text.slice(text.lastIndexOf("\n") + 1);
    const from = text.includes("\n") ? last.length : column + last.length;
    text += laidOut(part, indent, from, after + flat(doc.slice(index + 1)).length);
  }
  return text.replaceAll(/ +$/gm, "");
}

/** As many items stand in a line as it holds; what takes several lines begins one of its own. */
function broken({ open, items, close, between }: Group, indent: string): string {
  const inner = `${indent}  `;
  const lines: string[] = [];
  for (const [index, item] of items.entries()) {
    const end = index < items.length - 1 ? between : "";
    const part = `${laidOut(item, inner, inner.length, end.length)}${end}`;
    const joined = `${lines.at(-1)} ${part}`;
    const fits = lines.length > 0 && !joined.includes("\n") && joined.length <= widthMax;
    if (fits) lines[lines.length - 1] = joined;
    else lines.push(`${inner}${part}`);
  }
  const end = close === "" ? "" : `\n${indent}${close}`;
  return `${open}\n${lines.join("\n")}${end}`;
}
