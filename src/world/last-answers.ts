import { Document } from "../jsonapi/document.ts";
import { bodyBytesMax } from "./received.ts";

/** How many bytes of bodies are kept in all. */
const bytesMax = 2_000_000;

/** Where a body stands: `bytes` from `at` on. */
interface Place {
  readonly id: string;
  readonly at: number;
  readonly bytes: number;
}

/**
 * The beginnings of the bodies of the last answers, by exchange, for people to look at. They are
 * bounded apart from the journal: its entries outlive them. All lie in one ring of bytes, so that a body
 * costs its copy and leaves no garbage.
 */
export class LastAnswers {
  /** Made with the first body: a start needs none. */
  #ring: Buffer | undefined;
  readonly #places = new Map<string, Place>();
  /** From the oldest on, behind `#first`: a map forgets its first entry slowly. */
  #order: Place[] = [];
  #first = 0;
  #next = 0;

  /** Of a long body one byte more than is shown. The oldest make room. */
  keep(id: string, body: string | Uint8Array | Document): void {
    if (body.length === 0) return;
    const ring = (this.#ring ??= Buffer.allocUnsafeSlow(bytesMax));
    // A unit of text is three bytes at most.
    const most = Math.min(
      bodyBytesMax + 1,
      typeof body === "string" ? body.length * 3 : body.length,
    );
    const at = this.#roomFor(most);
    const bytes = copied(ring, body, at, most);
    const place = { id, at, bytes };
    this.#places.set(id, place);
    this.#order.push(place);
    this.#next = at + bytes;
  }

  /** Undefined: there was none, or it has made room. */
  get(id: string): Uint8Array | undefined {
    const { at, bytes } = this.#places.get(id) ?? { at: 0, bytes: 0 };
    return bytes === 0 ? undefined : this.#ring?.subarray(at, at + bytes);
  }

  clear(): void {
    this.#places.clear();
    this.#order = [];
    this.#first = 0;
    this.#next = 0;
  }

  /** Where so many bytes begin, once the oldest that stand there are gone. */
  #roomFor(bytes: number): number {
    const at = this.#next + bytes > bytesMax ? 0 : this.#next;
    // Behind the place where it turns stand the oldest of all.
    if (at < this.#next) this.#drop((place) => place.at >= this.#next);
    this.#drop((place) => place.at >= at && place.at < at + bytes);
    return at;
  }

  #drop(isInTheWay: (oldest: Place) => boolean): void {
    for (;;) {
      const oldest = this.#order[this.#first];
      if (oldest === undefined || !isInTheWay(oldest)) break;
      if (this.#places.get(oldest.id) === oldest) this.#places.delete(oldest.id);
      this.#first += 1;
    }
    if (this.#first > 1024 && this.#first > this.#order.length / 2) {
      this.#order = this.#order.slice(this.#first);
      this.#first = 0;
    }
  }
}

function copied(
  ring: Buffer,
  body: string | Uint8Array | Document,
  at: number,
  bytes: number,
): number {
  if (typeof body === "string") return ring.write(body, at, bytes);
  if (body instanceof Document) return body.copy(ring, at, bytes);
  ring.set(bytes < body.length ? body.subarray(0, bytes) : body, at);
  return bytes;
}
