/** JSON texts as bytes, by the way they were written and by record: there are few ways. */
type Generation = Map<string, Map<object, Buffer>>;

/**
 * Keeps the JSON texts of records, since copying bytes costs a tenth of writing them anew. Two
 * generations, bounded in size: when the young one is full it becomes the old one, and the old one
 * is forgotten; a text that is used again moves back to the young.
 */
export class TextCache {
  readonly #generationBytes: number;
  #young: Generation = new Map();
  #old: Generation = new Map();
  #bytes = 0;

  /** @param bytesMax about how many bytes are kept, in both generations together */
  constructor(bytesMax: number) {
    this.#generationBytes = bytesMax / 2;
  }

  /** The text of a record written in the way that `view` names; `write` is called if it is new. */
  bytes(record: object, view: string, write: () => string): Buffer {
    const known = this.#young.get(view)?.get(record);
    if (known !== undefined) return known;
    const text = this.#old.get(view)?.get(record) ?? Buffer.from(write());
    if (this.#bytes > this.#generationBytes) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#bytes = 0;
    }
    let texts = this.#young.get(view);
    if (texts === undefined) this.#young.set(view, (texts = new Map()));
    texts.set(record, text);
    this.#bytes += text.length;
    return text;
  }
}
