import { bodyBytesMax } from "./received.ts";

/** How many bytes of bodies are kept in all. */
const bytesMax = 2_000_000;

/**
 * The beginnings of the bodies of the last answers, by exchange, for people to look at. They are
 * bounded apart from the journal: its entries outlive them.
 */
export class LastAnswers {
  readonly #bodies = new Map<string, string | Uint8Array>();
  /** The ids in their order: a map forgets its first entry slowly. */
  #order: string[] = [];
  #first = 0;
  #bytes = 0;

  /** Of a long body one unit more than is shown. The oldest make room. */
  keep(id: string, body: string | Uint8Array): void {
    if (body.length === 0) return;
    // Copied: a slice would keep the whole.
    const kept = body.length <= bodyBytesMax ? body : Buffer.from(body.slice(0, bodyBytesMax + 1));
    this.#bodies.set(id, kept);
    this.#order.push(id);
    this.#bytes += kept.length;
    while (this.#bytes > bytesMax) this.#dropFirst();
  }

  /** Undefined: there was none, or it has made room. */
  get(id: string): Uint8Array | undefined {
    const body = this.#bodies.get(id);
    return typeof body === "string" ? Buffer.from(body) : body;
  }

  clear(): void {
    this.#bodies.clear();
    this.#order = [];
    this.#first = 0;
    this.#bytes = 0;
  }

  #dropFirst(): void {
    const oldest = this.#order[this.#first] ?? "";
    this.#bytes -= this.#bodies.get(oldest)?.length ?? 0;
    this.#bodies.delete(oldest);
    this.#first += 1;
    if (this.#first > 1024 && this.#first > this.#order.length / 2) {
      this.#order = this.#order.slice(this.#first);
      this.#first = 0;
    }
  }
}
