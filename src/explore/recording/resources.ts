import type { Match } from "../../contract/route.ts";
import { words } from "../../contract/words.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import { member, type RecordedExchange } from "../../seeding/recording/exchange.ts";
import { plainProblem } from "../../seeding/fixture/value-source.ts";

export interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, unknown>>;
}

export const isResource = (value: unknown): value is Resource =>
  typeof member(value, "type") === "string" && typeof member(value, "id") === "string";

export const nameOf = ({ type, id }: Pick<Resource, "type" | "id">): string => `${type} ${id}`;

export const dataIn = (document: unknown): Resource[] => listed(member(document, "data"));
export const includedIn = (document: unknown): Resource[] => listed(member(document, "included"));

const listed = (value: unknown): Resource[] => [value].flat().filter(isResource);

export function* identifiersIn(value: unknown): Generator<Resource> {
  if (typeof value !== "object" || value === null) return;
  if (isResource(value)) yield value;
  for (const each of Object.values(value)) yield* identifiersIn(each);
}

export function* scalarsIn(value: unknown): Generator<string> {
  if (typeof value === "string" || typeof value === "number") yield String(value);
  if (typeof value !== "object" || value === null) return;
  for (const each of Object.values(value)) yield* scalarsIn(each);
}

/** By what people know a record: its email, its name. What is common, such as a city, is none. */
const naturalNames = words(
  "email phone_number external_id anonymous_id name title code unique_code label",
);

export const naturalsOf = ({ attributes }: Resource): string[] =>
  naturalNames.flatMap((name) => {
    const value = member(attributes, name);
    return typeof value === "string" && value !== "" ? [value] : [];
  });

/** The JSON of a body; undefined: it is none. */
export function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    // What nests too deep would exhaust the stack.
    return plainProblem(value) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}

export function bornAt({ attributes = {} }: Resource): number | undefined {
  const { datetime, created, created_at } = attributes;
  const text = datetime ?? created ?? created_at;
  return typeof text === "string" ? parseDatetime(text) : undefined;
}

export function cursorIn(link: unknown): string | null {
  if (typeof link !== "string" || !URL.canParse(link)) return null;
  const { searchParams } = new URL(link);
  return searchParams.get("page[cursor]") ?? searchParams.get("page_cursor");
}

/** What recorders and people put in the place of secrets. */
const masked =
  /"(?:\*{3,}|[<[{]{1,2}(?:REDACTED|FILTERED|MASKED|HIDDEN|REMOVED)[\w -]*[>\]}]{1,2})"/i;

/** Why an exchange is not replayed; undefined: it is. @param kind what its method and path lead to */
export function passedOver(exchange: RecordedExchange, kind: Match<unknown>["kind"]) {
  const { method, url, request, status, response } = exchange;
  const isOfService = kind === "row" || /\/(?:api|client)\//.test(url.pathname);
  if (url.pathname.startsWith("/oauth/")) return "for a token";
  if (!isOfService) return "not for the service";
  if (method === "OPTIONS") return "a browser's preflight";
  if (status === 0) return "without a response";
  if (status === 429) return "429: the rate limits of that day";
  if (status >= 500) return `${status}: the service's own failure`;
  if (status === 403 && /"permission_denied"/.test(response.body))
    return "403: the key lacks a scope";
  const sends = request.headers["content-type"] ?? "";
  if (request.isCut || sends.startsWith("multipart/"))
    return "with a request body that is not kept whole";
  return masked.test(request.body) ? "with a request body that is masked" : undefined;
}
