import type { Identifier } from "./resource-object.ts";
import { errorLinks, type Refusal } from "./refusal.ts";

/**
 * Documents are put together from the bytes of their resource objects, which are cached: writing a
 * page costs a copy, not a serialisation.
 */
export interface Links {
  readonly self: string;
  readonly next?: string | null;
  readonly prev?: string | null;
}

/** One resource object. `included` is there, if perhaps empty, whenever something was to be. */
export function documentOfOne(
  resource: Buffer,
  included: readonly Buffer[] | undefined,
  links: Links,
): Buffer {
  return written('{"data":', [resource], "", included, links);
}

/** A page of resource objects. */
export function documentOfMany(
  resources: readonly Buffer[],
  included: readonly Buffer[] | undefined,
  links: Links,
): Buffer {
  return written('{"data":[', resources, "]", included, links);
}

/** Copies the parts one behind the other, with commas between resources. */
function written(
  open: string,
  resources: readonly Buffer[],
  close: string,
  included: readonly Buffer[] | undefined,
  links: Links,
): Buffer {
  const middle = included === undefined ? close : `${close},"included":[`;
  const end = `${included === undefined ? "" : "]"},"links":${JSON.stringify(links)}}`;
  const frame = open.length + middle.length + Buffer.byteLength(end);
  const document = Buffer.allocUnsafe(frame + sizeOf(resources) + sizeOf(included ?? []));
  let at = document.write(open, "latin1");
  at = copied(resources, document, at);
  at += document.write(middle, at, "latin1");
  at = copied(included ?? [], document, at);
  document.write(end, at);
  return document;
}

const sizeOf = (parts: readonly Buffer[]): number => {
  let bytes = Math.max(0, parts.length - 1);
  for (const part of parts) bytes += part.length;
  return bytes;
};

const comma = 0x2c;

function copied(parts: readonly Buffer[], into: Buffer, from: number): number {
  let at = from;
  for (const part of parts) {
    if (at > from) into[at++] = comma;
    into.set(part, at);
    at += part.length;
  }
  return at;
}

/** Identifiers only: what a relationship links to. */
export function documentOfLinkage(data: Identifier | readonly Identifier[], links: Links) {
  return JSON.stringify({ data, links });
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
