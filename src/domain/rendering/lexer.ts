import type { Fail } from "./template-error.ts";

export interface Word {
  readonly kind: "name" | "string" | "number" | "sign" | "end";
  readonly text: string;
  readonly at: number;
  readonly spaced: boolean;
}

const forms = [
  ["number", /[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e\d+)?(?![\p{L}\p{N}_.])/uy],
  ["string", /_\((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\)/uy],
  ["name", /[\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*/uy],
  ["string", /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/uy],
  ["sign", /==|!=|<=|>=|[<>|:=,]/uy],
] as const;

const space = /\s*/uy;

export class Words {
  readonly #words: Word[];
  #next = 0;
  readonly #fail: Fail;
  /** What they stand in. In a tag, a blank ends a value. */
  readonly kind: "output" | "tag";

  /** @param at where the text stands in the template */
  constructor(text: string, at: number, fail: Fail, kind: "output" | "tag") {
    this.#fail = fail;
    this.kind = kind;
    this.#words = [...wordsOf(text, at, fail)];
  }

  get peek(): Word {
    return this.#words[this.#next] as Word;
  }

  take(): Word {
    const word = this.peek;
    if (word.kind !== "end") this.#next += 1;
    return word;
  }

  takeIf(text: string): boolean {
    const { kind, text: found } = this.peek;
    if (found !== text || (kind !== "sign" && kind !== "name")) return false;
    this.take();
    return true;
  }

  takeText(): string | undefined {
    return this.peek.kind === "string" ? this.take().text : undefined;
  }

  takeName(what: string): string {
    const word = this.take();
    if (word.kind === "name" && !word.text.includes(".")) return word.text;
    return this.fail(`expected ${what}`, word);
  }

  /** The same words, as if this sign stood before them. */
  after(sign: string): this {
    const next = { ...this.peek, spaced: false };
    this.#words.splice(this.#next, 1, { ...next, kind: "sign", text: sign }, next);
    return this;
  }

  rest(): string {
    const texts: string[] = [];
    while (this.peek.kind !== "end") texts.push(this.take().text);
    return texts.join(" ");
  }

  end(): void {
    if (this.peek.kind !== "end") this.fail("not expected here", this.peek);
  }

  fail(message: string, { kind, text, at }: Word = this.peek): never {
    const found = kind === "end" ? "the tag ends" : `found '${text.slice(0, 40)}'`;
    return this.#fail("syntax", `${message}, ${found}`, at);
  }
}

function* wordsOf(text: string, offset: number, fail: Fail): Generator<Word> {
  let from = 0;
  for (;;) {
    space.lastIndex = from;
    const blank = space.exec(text)?.[0].length ?? 0;
    from += blank;
    if (from >= text.length) break;
    const word = wordAt(text, from);
    const at = offset + from;
    if (word === undefined) {
      const character = String.fromCodePoint(text.codePointAt(from) ?? 0);
      return fail("syntax", advice(character), at);
    }
    const [kind, found] = word;
    yield { kind, text: kind === "string" ? unquoted(found) : found, at, spaced: blank > 0 };
    from += found.length;
  }
  yield { kind: "end", text: "", at: offset + text.length, spaced: true };
}

function wordAt(text: string, from: number): readonly [Word["kind"], string] | undefined {
  for (const [kind, form] of forms) {
    form.lastIndex = from;
    const found = form.exec(text)?.[0];
    if (found !== undefined) return [kind, found];
  }
  return undefined;
}

/** What a quoted text says; `_(…)` asks for a translation, of which there is none. */
const unquoted = (text: string): string =>
  (text.startsWith("_") ? text.slice(2, -1) : text).slice(1, -1).replace(/\\(["'\\])/g, "$1");

const advice = (character: string): string =>
  character === "'" || character === '"'
    ? "a quoted text is not closed"
    : `'${character}' is not allowed here: quote names with other characters, as in event|lookup:'$value'`;

/** A piece of a template; `at` is where what is in it begins. */
export interface Piece {
  readonly kind: "text" | "output" | "tag";
  readonly text: string;
  readonly at: number;
}

const closings = { "{{": "}}", "{%": "%}", "{#": "#}" } as const;
type Opening = keyof typeof closings;

/**
 * Cuts a template into text, outputs `{{ … }}` and tags `{% … %}`, without notes `{# … #}`. What is not closed on its
 * line is text. Each index is looked at a fixed number of times.
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

/** Where the tag begins that ends a block, or the template ends. */
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
