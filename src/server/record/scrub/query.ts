import type { StandIns } from "./stand-ins.ts";
import type { Values } from "./values.ts";

/** Texts, words, and what stands between them. */
const tokens = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s(),[\]"']+|[\s(),[\]"']/g;

/** A field that is compared with times. */
const ofTime = /(?:^|[._])(?:created|updated|datetime|timestamp|\w*_at|\w*date)$/;
const isTime = /^\d{4}-\d\d-\d\d[\dT:.+Z-]*$/;

/** The parameters of a query, or of a form: their names, the grammar of filters and the words of the service stay. */
export class Query {
  readonly #values: Values;
  readonly #standIns: StandIns;

  constructor(values: Values, standIns: StandIns) {
    this.#values = values;
    this.#standIns = standIns;
  }

  /** As text, without the question mark. */
  of(text: string): string {
    return this.pairs(text)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join("&");
  }

  pairs(text: string): [string, string][] {
    return [...new URLSearchParams(text)].map(([name, value]) => [
      this.#name(name),
      this.#value(name, value),
    ]);
  }

  #name(name: string): string {
    const isKnown = name.split(/[[\].]/).every((part) => part === "" || this.#isWord(part));
    return isKnown ? name : this.#standIns.of("text", name);
  }

  #value(name: string, value: string): string {
    if (name === "filter") return this.#filter(value);
    if (/cursor/.test(name)) return value === "" ? value : this.#standIns.of("cursor", value);
    if (name === "page[size]" && /^\d{1,6}$/.test(value)) return value;
    if (/^(?:fields|additional-fields|include|sort|statistics|group_by)\b/.test(name))
      return value
        .split(",")
        .map((each) => (this.#isField(each) ? each : this.#values.text(each, name)))
        .join(",");
    return this.#values.text(value, name);
  }

  #isWord(text: string): boolean {
    return this.#values.isWord(text);
  }

  #isField(text: string): boolean {
    return text
      .replace(/^-/, "")
      .split(".")
      .every((part) => this.#isWord(part));
  }

  /** Operators, fields and times stay; what a field is compared with is a value of that field. */
  #filter(text: string): string {
    let field = "";
    let isCompared = false;
    let shown = "";
    for (const { 0: token, index } of text.matchAll(tokens)) {
      const quote = /^["']./.test(token) ? token[0] : undefined;
      const isOperator = text[index + token.length] === "(";
      if (token.length === 1 && /[\s(),[\]"']/.test(token)) {
        if (token !== " ") isCompared = token === "," || (isCompared && token === "[");
        shown += token;
      } else if (isOperator || (quote === undefined && !isCompared)) {
        if (!isOperator) field = token;
        shown += this.#isField(token) ? token : this.#standIns.of("text", token);
      } else {
        const bare = quote === undefined ? token : token.slice(1, -1);
        const isKept = quote === undefined && isTime.test(bare) && ofTime.test(field);
        shown += isKept ? bare : `${quote ?? ""}${this.#compared(bare, field)}${quote ?? ""}`;
      }
    }
    return shown;
  }

  #compared(value: string, field: string): string {
    return this.#values.text(value.replaceAll(/\\(.)/g, "$1"), field);
  }
}
