/** The longest answer, in characters: fewer than 2,000 tokens, also of JSON. */
const charsMax = 5000;

/** How many texts are kept whose rest was not asked for. */
const keptMax = 20;

/** Long texts in portions: the first at once, the others by a handle. */
export class Portions {
  readonly #rests = new Map<string, string>();
  #count = 0;

  /** The text, or as much as may be said at once, with the handle of the rest. */
  first(text: string): string {
    if (text.length <= charsMax) return text;
    const end = text.lastIndexOf("\n", charsMax) + 1 || charsMax;
    this.#count += 1;
    const handle = `rest-${this.#count}`;
    this.#rests.set(handle, text.slice(end));
    const [oldest = ""] = this.#rests.keys();
    if (this.#rests.size > keptMax) this.#rests.delete(oldest);
    const more = `${text.length - end} more characters: call more with handle ${handle}`;
    return `${text.slice(0, end)}\n… ${more}`;
  }

  /** The next portion behind a handle, which is good once; undefined: there is no such handle. */
  next(handle: string): string | undefined {
    const rest = this.#rests.get(handle);
    if (rest === undefined) return undefined;
    this.#rests.delete(handle);
    return this.first(rest);
  }
}
