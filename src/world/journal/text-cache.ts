/** JSON texts as bytes, by record and by the way they were written. */
type Generation = Map<object, Map<string, Buffer>>;

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
    const known = this.#young.get(record)?.get(view);
    if (known !== undefined) return known;
    const text = this.#old.get(record)?.get(view) ?? Buffer.from(write());
    if (this.#bytes > this.#generationBytes) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#bytes = 0;
    }
    const texts = this.#young.get(record) ?? new Map<string, Buffer>();
    texts.set(view, text);
    this.#young.set(record, texts);
    this.#bytes += text.length;
    return text;
  }
}
