const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text as content or as a quoted attribute. Control characters have no place in XML. */
const escaped = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n]|[\p{Cs}\uFFFE\uFFFF]/gu, "\uFFFD")
    .replace(/[&<>"]/g, (char) => entities[char] ?? char);

export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Text is escaped, markup is not: nothing gets into a document unescaped by being forgotten. */
export function markup(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Markup | readonly Markup[])[]
): Markup {
  return new Markup(
    parts.map((part, index) => part + (index in values ? textOf(values[index]) : "")).join(""),
  );
}

function textOf(value: string | number | Markup | readonly Markup[] | undefined): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("\n");
  return escaped(String(value));
}
