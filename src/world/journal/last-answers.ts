import { Document } from "../../jsonapi/document.ts";
import type { ByteRange } from "./entry.ts";
import { bodyBytesMax } from "./received.ts";

type Body = string | Uint8Array | Document;

const bytesMax = 2_000_000;

/** The first room, in bytes: a test asks little of an emulator of its own, and there are many such. With 2 MB for each, the collector ran seven times as often (`bench --only emulators`). */
const bytesMin = 16_384;

/** The beginnings of the last answers' bodies, in one ring of bytes: a body costs its copy and leaves no garbage. */
export class LastAnswers {
  /** Made with the first body: a start needs none. It grows until it is a ring. */
  #ring: Buffer | undefined;
  #next = 0;
  #cleared = 0;

  /** Of a long body one byte more than is shown. The oldest make room. @returns undefined: it has none */
  keep(body: Body): ByteRange | undefined {
    if (body.length === 0) return undefined;
    // A unit of text is three bytes at most.
    const whole = typeof body === "string" ? body.length * 3 : body.length;
    const most = Math.min(bodyBytesMax + 1, whole);
    const left = bytesMax - (this.#next % bytesMax);
    const from = this.#next + (left < most ? left : 0);
    const at = from % bytesMax;
    const bytes = copied(this.#withRoom(at + most), body, at, most);
    this.#next = from + bytes;
    return { from, bytes };
  }

  #withRoom(bytes: number): Buffer {
    const before = this.#ring;
    if (before !== undefined && before.length >= bytes) return before;
    const size = Math.max(bytes, bytesMin, 2 * (before?.length ?? 0));
    const ring = Buffer.allocUnsafeSlow(Math.min(size, bytesMax));
    before?.copy(ring);
    return (this.#ring = ring);
  }

  /** Undefined: it has made room. */
  get({ from, bytes }: ByteRange): Uint8Array | undefined {
    if (from < this.#cleared || this.#next > from + bytesMax) return undefined;
    return this.#ring?.subarray(from % bytesMax, (from % bytesMax) + bytes);
  }

  clear(): void {
    this.#cleared = this.#next;
  }
}

function copied(ring: Buffer, body: Body, at: number, bytes: number): number {
  if (typeof body === "string") return ring.write(body, at, bytes);
  if (body instanceof Document) return body.copy(ring, at, bytes);
  ring.set(bytes < body.length ? body.subarray(0, bytes) : body, at);
  return bytes;
}
