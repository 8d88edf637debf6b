/** A piece of a template as it was written; `at` is where what is in it begins. */
export interface Piece {
  readonly kind: "text" | "output" | "tag";
  readonly text: string;
  readonly at: number;
}

const closings = { "{{": "}}", "{%": "%}", "{#": "#}" } as const;
type Opening = keyof typeof closings;

/**
 * Cuts a template into text, outputs `{{ … }}` and tags `{% … %}`; notes `{# … #}` are left out. What is
 * opened and not closed on its line is text. Each index of the text is looked at a fixed number of times.
 */
export function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = [];
  const next = finder(template);
  let from = 0;
  const addText = (to: number) => {
    if (to > from) pieces.push({ kind: "text", text: template.slice(from, to), at: from });
  };
  for (let at = template.indexOf("{"); at >= 0; at = template.indexOf("{", at)) {
    const opening = template.slice(at, at + 2);
    const closing = closings[opening as Opening] as string | undefined;
    const end = closing === undefined ? -1 : next(closing, at + 2);
    if (end < 0 || end > next.lineEnd(at)) {
      at += 1;
      continue;
    }
    addText(at);
    const within = { text: template.slice(at + 2, end), at: at + 2 };
    if (opening === "{{") pieces.push({ kind: "output", ...within });
    if (opening === "{%") pieces.push({ kind: "tag", ...within });
    at = end + 2;
    from = at;
    // What stands between `verbatim` and its end is text, whatever is in it.
    const name = opening === "{%" ? /^\s*(verbatim(?:\s.*)?)$/.exec(within.text)?.[1] : undefined;
    if (name !== undefined) at = endOf(name.trim(), template, at, next);
  }
  addText(template.length);
  return pieces;
}

/** Where the tag begins that ends a block; without one, the end of the template. */
function endOf(name: string, template: string, from: number, next: Finder): number {
  for (let at = next("{%", from); at >= 0; at = next("{%", at + 2)) {
    const end = next("%}", at);
    if (end < 0) break;
    if (template.slice(at + 2, end).trim() === `end${name}`) return at;
  }
  return template.length;
}

type Finder = (text: string, from: number) => number;

/** Finds texts from indices that only grow, and goes over nothing twice. */
function finder(template: string) {
  const found = new Map<string, number>();
  const next = (text: string, from: number): number => {
    const known = found.get(text);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const at = template.indexOf(text, from);
    found.set(text, at);
    return at;
  };
  const lineEnd = (from: number): number => {
    const at = next("\n", from);
    return at < 0 ? template.length : at;
  };
  return Object.assign(next, { lineEnd });
}
