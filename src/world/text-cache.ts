/** Texts by record and by the way they were written, in two generations, bounded in size. */
type Generation = Map<object, Map<string, string>>;

/**
 * Keeps the JSON texts of records, since joining texts costs a third of writing them anew. When the
 * young generation is full it becomes the old one, and the old one is forgotten; a text that is
 * used again moves back to the young.
 */
export class TextCache {
  readonly #generationChars: number;
  #young: Generation = new Map();
  #old: Generation = new Map();
  #chars = 0;

  /** @param charsMax about how many characters are kept, in both generations together */
  constructor(charsMax: number) {
    this.#generationChars = charsMax / 2;
  }

  /** The text of a record written in the way that `view` names; `write` is called if it is new. */
  text(record: object, view: string, write: () => string): string {
    const known = this.#young.get(record)?.get(view);
    if (known !== undefined) return known;
    const text = this.#old.get(record)?.get(view) ?? write();
    if (this.#chars > this.#generationChars) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#chars = 0;
    }
    const texts = this.#young.get(record) ?? new Map<string, string>();
    texts.set(view, text);
    this.#young.set(record, texts);
    this.#chars += text.length;
    return text;
  }
}
