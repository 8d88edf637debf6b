import type { Fail } from "./template-error.ts";

/** A word of what stands in an output or a tag. */
export interface Word {
  readonly kind: "name" | "string" | "number" | "sign" | "end";
  /** Of a string: what it says. */
  readonly text: string;
  readonly at: number;
  /** Whether a blank stands before it. */
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

/** The words of an output or a tag, read one after the other. */
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

  /** The next word, which stays the next. */
  get peek(): Word {
    return this.#words[this.#next] as Word;
  }

  take(): Word {
    const word = this.peek;
    if (word.kind !== "end") this.#next += 1;
    return word;
  }

  /** Takes the next word if it is this sign or name. */
  takeIf(text: string): boolean {
    const { kind, text: found } = this.peek;
    if (found !== text || (kind !== "sign" && kind !== "name")) return false;
    this.take();
    return true;
  }

  /** The quoted text that comes next; undefined: none comes. */
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

  /** What is left, as one text. */
  rest(): string {
    const texts: string[] = [];
    while (this.peek.kind !== "end") texts.push(this.take().text);
    return texts.join(" ");
  }

  /** Refuses whatever is left. */
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
