import { errorLinks, type Refusal } from "./refusal.ts";

export interface Links {
  readonly self: string;
  readonly next?: string | null;
  readonly prev?: string | null;
}

type Texts = readonly Buffer[];

/** There, if perhaps empty, whenever something was to be included. */
type Included = Texts | undefined;

/** A document in its parts, put together where it goes, so that a page costs a copy alone (`bench --only lists`). */
export class Document {
  readonly #open: string;
  readonly #resources: Texts;
  readonly #middle: string;
  readonly #included: Texts;
  readonly #end: string;
  /** In bytes. */
  readonly length: number;

  /** @param included the resources behind `middle`; all but `end` is ASCII */
  constructor([open, middle, end]: [string, string, string], resources: Texts, included: Texts) {
    this.#open = open;
    this.#resources = resources;
    this.#middle = middle;
    this.#included = included;
    this.#end = end;
    const frame = open.length + middle.length + Buffer.byteLength(end);
    this.length = frame + sizeOf(resources) + sizeOf(included);
  }

  /** Writes its first `most` bytes into a buffer that has room for them. @returns how many they were */
  copy(into: Buffer, from: number, most = this.length): number {
    const end = from + most;
    let at = from + into.write(this.#open, from, most, "latin1");
    at = copied(this.#resources, into, at, end);
    at += into.write(this.#middle, at, end - at, "latin1");
    at = copied(this.#included, into, at, end);
    at += into.write(this.#end, at, end - at);
    return at - from;
  }

  bytes(): Buffer {
    const bytes = Buffer.allocUnsafe(this.length);
    this.copy(bytes, 0);
    return bytes;
  }

  toString(): string {
    return this.bytes().toString();
  }
}

const sizeOf = (parts: Texts): number => {
  let bytes = Math.max(0, parts.length - 1);
  for (const part of parts) bytes += part.length;
  return bytes;
};

const comma = 0x2c;

/** One behind the other, with commas between them, as far as `end`. */
function copied(parts: Texts, into: Buffer, from: number, end: number): number {
  let at = from;
  for (const part of parts) {
    if (at > from && at < end) into[at++] = comma;
    const room = end - at;
    into.set(part.length > room ? part.subarray(0, room) : part, at);
    at += Math.min(part.length, room);
  }
  return at;
}

export function documentOfOne(resource: Buffer, included: Included, links: Links): Document {
  return written('{"data":', [resource], "", included, links);
}

export function documentOfMany(resources: Texts, included: Included, links: Links): Document {
  return written('{"data":[', resources, "]", included, links);
}

function written(open: string, resources: Texts, close: string, included: Included, links: Links) {
  const middle = included === undefined ? close : `${close},"included":[`;
  const end = `${included === undefined ? "" : "]"},"links":${JSON.stringify(links)}}`;
  return new Document([open, middle, end], resources, included ?? []);
}

/** The other end of a relationship that leads to nothing: no links either (recorded.md, 5). */
export const documentOfNothing = '{"data":null}';

/** Requests that come no further than the door, or are answered behind it, have no id of their own. */
export const noId = "00000000-0000-0000-0000-000000000000";

/** The answer to a client's mistake; `id` equals the request id (behaviour.md, 2; recorded.md, 1). */
export function documentOfRefusal(refusal: Refusal, id: string): string {
  const errors = refusal.problems.map(({ code, title, detail, pointer, parameter, meta }) => ({
    id,
    status: refusal.status,
    code,
    title,
    detail,
    source: parameter === undefined ? { pointer } : { parameter },
    links: errorLinks[code],
    meta: meta ?? {},
  }));
  // Old clients of the retired routes read `message`, new ones `errors` (behaviour.md, 2).
  return refusal.status === 410
    ? JSON.stringify({ message: refusal.problems[0]?.detail, errors })
    : JSON.stringify({ errors });
}
