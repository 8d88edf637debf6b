import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { formats } from "./formats.ts";

// That the schemas are schemas is a test of its own: here they are only put to use. What is referred
// to is compiled once, and not once for each reference.
const ajv = new Ajv2020({
  strict: false,
  formats,
  validateSchema: false,
  inlineRefs: false,
  // Most of what is compiled sees few values: to make it shorter takes longer than to run it.
  code: { optimize: false },
});

const references = /"\$ref":"([^"]+)"/g;

interface Said {
  readonly text: string;
  /** Of the place and the text: the same in all documents. */
  readonly number: number;
  readonly to: readonly string[];
}

const numbers = new Map<string, number>();

/** The number of a text. */
function numberOf(text: string): number {
  const known = numbers.get(text) ?? numbers.size;
  numbers.set(text, known);
  return known;
}

/**
 * The schemas of one document, compiled when they are asked for. Most say the same in all documents, with all that they
 * refer to: those are compiled once for all of them.
 */
export class Schemas {
  readonly #at: (ref: string) => unknown;
  readonly #said = new Map<string, Said>();
  readonly #ids = new Map<string, string>();

  /** @param at what the document has at a reference */
  constructor(at: (ref: string) => unknown) {
    this.#at = at;
  }

  compiled(ref: string): ValidateFunction {
    return ajv.getSchema(this.idOf(ref)) as ValidateFunction;
  }

  /** The name that a schema has here and wherever else it says the same. */
  idOf(ref: string): string {
    const known = this.#ids.get(ref);
    if (known !== undefined) return known;
    const whole = new Set([ref]);
    // A set grows while it is gone through.
    for (const each of whole) for (const to of this.#saidAt(each).to) whole.add(to);
    const { number, text } = this.#saidAt(ref);
    const said = [...whole].map((each) => this.#saidAt(each).number).toSorted((a, b) => a - b);
    const id = `schema${numberOf(`${number} of ${said.join()}`)}`;
    this.#ids.set(ref, id);
    if (ajv.schemas[id] !== undefined) return id;
    // It may refer to itself: its place is taken before what it refers to is looked at.
    const schema: object = JSON.parse(
      text.replace(references, (_, to: string) => `"$ref":"${this.idOf(to)}"`),
    );
    ajv.addSchema(schema, id);
    return id;
  }

  #saidAt(ref: string): Said {
    const known = this.#said.get(ref);
    if (known !== undefined) return known;
    const text = JSON.stringify(this.#at(ref));
    const to = Array.from(text.matchAll(references), ([, each = ""]) => each);
    const made = { text, number: numberOf(`${ref} ${text}`), to: [...new Set(to)] };
    this.#said.set(ref, made);
    return made;
  }
}
