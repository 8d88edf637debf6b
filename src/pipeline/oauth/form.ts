import { decoded } from "../../jsonapi/parameters.ts";

/** The parameters of a query or of a form, and what is wrong with them. */
export interface Form {
  /** One that is empty counts as not sent, of one that is repeated the first (RFC 6749, 3.1). */
  readonly values: ReadonlyMap<string, string>;
  /** Those that are there twice. */
  readonly twice: ReadonlySet<string>;
  /** Whether anything is not valid percent-encoded UTF-8. */
  readonly malformed: boolean;
}

/** Reads parameters as HTML forms write them (`application/x-www-form-urlencoded`). */
export function readForm(...texts: readonly string[]): Form {
  const values = new Map<string, string>();
  const twice = new Set<string>();
  let malformed = false;
  for (const pair of texts.flatMap((text) => text.split("&"))) {
    const [, rawName = "", rawValue = ""] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    const [name, value] = [decoded(rawName), decoded(rawValue)];
    malformed ||= name === undefined || value === undefined;
    if (!name || !value) continue;
    if (values.has(name)) twice.add(name);
    else values.set(name, value);
  }
  return { values, twice, malformed };
}

/** What is wrong with the form itself, in OAuth's words; undefined: nothing. */
export function formProblem({ twice, malformed }: Form): string | undefined {
  if (malformed) return "A parameter is not valid percent-encoded UTF-8.";
  const [name] = twice;
  return name === undefined ? undefined : `The parameter ${plain(name)} is there twice.`;
}

/** The client's own words, as an error_description may hold them (RFC 6749, 5.2). */
export const plain = (text: string): string =>
  text.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "?").slice(0, 100);
