/** JSON texts as bytes, by the way they were written and by record: there are few ways. */
type Generation = Map<string, Map<object, Buffer>>;

/** About as many records as a generation has room for. */
const askedRecordsMax = 5000;

/** The JSON texts of records in two generations, bounded in size: copying bytes costs a tenth of writing them. */
export class TextCache {
  readonly #generationBytes: number;
  #young: Generation = new Map();
  #old: Generation = new Map();
  #bytes = 0;
  /** The answers that were asked for last, oldest first, with how many records each has. */
  readonly #asked = new Map<string, number>();
  #askedRecords = 0;

  /** @param bytesMax about how many bytes are kept, in both generations together */
  constructor(bytesMax: number) {
    this.#generationBytes = bytesMax / 2;
  }

  /** Whether an answer was asked for lately: a walk through many drives out nothing (`bench --only lists`). */
  isAgain(target: string, records: number): boolean {
    const before = this.#asked.get(target);
    this.#asked.delete(target);
    this.#asked.set(target, records);
    this.#askedRecords += records - (before ?? 0);
    if (this.#askedRecords > askedRecordsMax) this.#forgetOldest();
    return before !== undefined;
  }

  #forgetOldest(): void {
    for (const [target, records] of this.#asked) {
      this.#asked.delete(target);
      this.#askedRecords -= records;
      if (this.#askedRecords <= askedRecordsMax) return;
    }
  }

  /** The text of a record written in the way that `view` names; `write` is called if it is new. */
  bytes(record: object, view: string, isKept: () => boolean, write: () => string): Buffer {
    const known = this.#young.get(view)?.get(record);
    if (known !== undefined) return known;
    const text = this.#old.get(view)?.get(record) ?? Buffer.from(write());
    if (!isKept()) return text;
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
