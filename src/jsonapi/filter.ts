import type { Arity } from "../contract/abilities.ts";
import { type Operator, operators } from "../contract/operation.ts";
import type { Choice } from "./refusal.ts";

/** A value as written: quoted text, or a bare word (a number, a datetime, true or false). */
type FilterValue = { readonly text: string; readonly quoted: boolean };

/** One `operator(field,value…)`, with the place where it stands in the text. */
export interface Condition {
  readonly operator: Operator;
  readonly field: string;
  readonly values: readonly FilterValue[];
  /** How the values stand there: none, one, or a list in brackets. */
  readonly arity: Arity;
  readonly at: number;
}

/** Why a filter could not be read, and at which character (from 0). */
export class FilterError extends Error {
  readonly at: number;
  /** What to write instead, where more is known than how filters are written. */
  readonly advice?: string | Choice;
  constructor(message: string, at: number, advice?: string | Choice) {
    super(message);
    this.at = at;
    if (advice !== undefined) this.advice = advice;
  }
}

const conditionsMax = 100;
const depthMax = 10;

/**
 * Reads a filter (specification, "Query parameters"; behaviour.md, 8): conditions joined by `,` or
 * by `and(…)`, values in single or double quotes or bare, lists in `[…]`.
 *
 * @example parseFilter(`and(equals(email,"a@b.c"),greater-than(created,2024-01-01T00:00:00Z))`)
 * @throws FilterError
 */
export function parseFilter(text: string): Condition[] {
  const reader = new Reader(text);
  const found = conditionsOf(reader, 0);
  reader.expectEnd();
  if (found.length > conditionsMax)
    throw new FilterError(`more than ${conditionsMax} conditions`, 0);
  return found;
}

function conditionsOf(reader: Reader, depth: number): Condition[] {
  if (depth > depthMax) throw new FilterError(`nested deeper than ${depthMax}`, reader.at);
  const found = termOf(reader, depth);
  while (reader.take(",")) found.push(...termOf(reader, depth));
  return found;
}

function termOf(reader: Reader, depth: number): Condition[] {
  const at = reader.skipSpace();
  const name = reader.word("an operator");
  reader.expect("(");
  if (name === "and") {
    const inner = conditionsOf(reader, depth + 1);
    reader.expect(")");
    return inner;
  }
  if (!(operators as readonly string[]).includes(name)) {
    const choice = { what: "a filter operator", written: name, known: operators };
    throw new FilterError(`unknown operator "${name}"`, at, choice);
  }
  const operator = name as Operator;
  const field = reader.field();
  const condition = { operator, field, ...valuesOf(reader, operator), at };
  if (operator === "any") requireArity(condition, ["list"]);
  reader.expect(")");
  return [condition];
}

function valuesOf(reader: Reader, operator: Operator): Pick<Condition, "values" | "arity"> {
  if (operator === "has") return { values: [], arity: "none" };
  reader.expect(",");
  if (!reader.take("[")) return { values: [reader.value()], arity: "single" };
  const values = [reader.value()];
  while (reader.take(",")) values.push(reader.value());
  reader.expect("]");
  return { values, arity: "list" };
}

/** Holds a condition against how many values its operator takes. @throws FilterError that shows how it is written */
export function requireArity(condition: Condition, taken: readonly Arity[]): void {
  const { operator, field, arity, at } = condition;
  if (taken.includes(arity)) return;
  const asked = arity === "list" ? "one value, not a list" : "a list";
  const values = arity === "list" ? '"a"' : '["a","b"]';
  const example = `${operator}(${field},${values})`;
  throw new FilterError(`'${operator}' of '${field}' takes ${asked}: ${example}`, at);
}

class Reader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  skipSpace(): number {
    while (this.text[this.at] === " ") this.at += 1;
    return this.at;
  }

  take(character: string): boolean {
    this.skipSpace();
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  expect(character: string): void {
    if (!this.take(character)) throw this.#missing(`"${character}"`);
  }

  expectEnd(): void {
    if (this.skipSpace() < this.text.length) throw this.#missing('"," or the end');
  }

  word(what: string): string {
    this.skipSpace();
    const found = this.#match(/[A-Za-z_$][\w.$-]*/y);
    if (found === undefined) throw this.#missing(what);
    return found;
  }

  /** A field's name may have spaces (`Campaign Name`), and may be quoted. */
  field(): string {
    const quote = this.text[this.skipSpace()];
    if (quote === '"' || quote === "'") return this.#quoted(quote).text;
    const found = this.#match(/[A-Za-z_$][\w.$-]*(?: [\w.$-]+)*/y);
    if (found !== undefined) return found;
    throw this.#missing("a field");
  }

  value(): FilterValue {
    const quote = this.text[this.skipSpace()];
    if (quote === '"' || quote === "'") return this.#quoted(quote);
    const bare = this.#match(/[^\s,()[\]"']+(?: \d\d:?\d\d(?=[\s,)\]]|$))?/y);
    if (bare === undefined) throw this.#missing("a value");
    return { text: bare, quoted: false };
  }

  #quoted(quote: string): FilterValue {
    const start = this.at;
    let text = "";
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const character = this.text[this.at];
      if (character === quote) {
        this.at += 1;
        return { text, quoted: true };
      }
      if (character === "\\" && this.at + 1 < this.text.length) this.at += 1;
      text += this.text[this.at];
    }
    throw new FilterError(`the quote is never closed`, start);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  #missing(what: string): FilterError {
    const character = this.text[this.at];
    const found = character === undefined ? "the end" : `"${character}"`;
    return new FilterError(`expected ${what}, found ${found}`, this.at);
  }
}
