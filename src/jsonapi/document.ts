import type { Identifier } from "./resource-object.ts";
import type { Refusal } from "./refusal.ts";

/**
 * Documents are put together from the texts of their resource objects, which are cached: writing a
 * page costs a join, not a serialisation.
 */
export interface Links {
  readonly self: string;
  readonly next?: string | null;
  readonly prev?: string | null;
}

/** One resource object, or none. */
export function documentOfOne(
  text: string,
  included: readonly string[] | undefined,
  self: string,
): string {
  return `{"data":${text}${includedPart(included)},"links":${JSON.stringify({ self })}}`;
}

/** A page of resource objects. */
export function documentOfMany(
  texts: readonly string[],
  included: readonly string[] | undefined,
  links: Links,
): string {
  return `{"data":[${texts.join(",")}]${includedPart(included)},"links":${JSON.stringify(links)}}`;
}

/** Identifiers only: what a relationship links to. */
export function documentOfLinkage(data: Identifier | readonly Identifier[] | null, links: object) {
  return JSON.stringify({ data, links });
}

/** The answer to a client's mistake; `id` equals the request id (behaviour.md, 2). */
export function documentOfRefusal(refusal: Refusal, id: string): string {
  const errors = refusal.problems.map(({ code, title, detail, pointer, parameter, meta }) => ({
    id,
    status: refusal.status,
    code,
    title,
    detail,
    source: parameter === undefined ? { pointer } : { pointer, parameter },
    links: {},
    meta: meta ?? {},
  }));
  // Old clients of the retired routes read `message`, new ones `errors` (behaviour.md, 2).
  return refusal.status === 410
    ? JSON.stringify({ message: refusal.problems[0]?.detail, errors })
    : JSON.stringify({ errors });
}

/** Present, if perhaps empty, whenever something was to be included. */
function includedPart(included: readonly string[] | undefined): string {
  return included === undefined ? "" : `,"included":[${included.join(",")}]`;
}
