import type { Operation } from "../contract/compile.ts";
import type { Resource } from "../contract/resource.ts";
import type { Revision } from "../contract/revisions.ts";
import type { FormFile, Shape } from "../contract/shape.ts";
import { type Refusal, invalidParameter, malformedJson, refused } from "./refusal.ts";
import { decompressed, otherMediaType, type RawBody } from "./json.ts";

/** The query string's parameters, decoded; each may be given once. */
export type Parameters = ReadonlyMap<string, string>;

/** A query string, and the row that says what it may ask for. */
export interface QueryInput {
  readonly operation: Operation;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly revision: Revision;
  readonly path: string;
  readonly parameters: Parameters;
}

const noParameters: Parameters = new Map();

/**
 * Splits and decodes a query string (without `?`). `+` is a space. A parameter given twice, or one
 * that is not valid percent-encoded UTF-8, is refused: neither reading of it would be safe.
 */
export function readParameters(query: string): Parameters | Refusal {
  if (query === "") return noParameters;
  const found = new Map<string, string>();
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const written = equals < 0 ? pair : pair.slice(0, equals);
    const name = decoded(written);
    const value = decoded(equals < 0 ? "" : pair.slice(equals + 1));
    if (name === undefined || value === undefined) {
      const shown = name ?? written;
      const hint = `the parameter ${shown} is not valid percent-encoded UTF-8: encode it, % as %25`;
      return invalidParameter(shown, "The parameter is not valid percent-encoded UTF-8.", hint);
    }
    if (found.has(name)) {
      const hint = `the parameter ${name} is given more than once: send it once`;
      return invalidParameter(name, "The parameter is given more than once.", hint);
    }
    found.set(name, value);
  }
  return found;
}

/** What a text of a query or a form says; undefined: it is no percent-encoded UTF-8. */
export function decoded(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** The items of a comma-separated value, without empty ones. */
export function itemsOf(value = ""): string[] {
  const items = value.split(",").map((item) => item.trim());
  return items.filter((item) => item !== "");
}

/** Every value of `include` and of `additional-fields[…]` (specification, "Rate limits", 6), as `name=value`. */
export function limitedParameters(parameters: Parameters): string[] {
  const limited = [...parameters].filter(
    ([name]) => name === "include" || name.startsWith("additional-fields["),
  );
  return limited.flatMap(([name, text]) =>
    [...new Set(itemsOf(text))].map((value) => `${name}=${value}`),
  );
}

export type Form = Readonly<Record<string, string | boolean | FormFile>>;

/**
 * The parts of a form as values of the shape: files, texts, and what the words `true` and `false` mean where a
 * truth value is asked for. Of several parts of one name the last counts. Refuses in the order of the stage:
 * media type, encoding, size, form.
 *
 * @param bytesMax of the whole form
 */
export async function readForm(body: RawBody, shape: Shape, bytesMax: number) {
  const other = otherMediaType(body, ["multipart/form-data"]);
  if (other !== undefined) return other;
  const bytes = decompressed(body, bytesMax);
  if (refused(bytes)) return bytes;
  const form = await formIn(bytes, body.contentType ?? "");
  if (form === undefined) {
    const hint =
      "the body is no multipart form: let your client set Content-Type with its boundary";
    return malformedJson("The body is not a valid form.", hint);
  }
  const parts = [...form].map(async ([name, part]) => [
    name,
    typeof part === "string" ? valueOf(shape, name, part) : await fileOf(part),
  ]);
  return Object.fromEntries(await Promise.all(parts)) as Form;
}

const formIn = (bytes: Uint8Array, type: string): Promise<FormData | undefined> =>
  new Response(new Uint8Array(bytes), { headers: { "content-type": type } })
    .formData()
    .catch(() => undefined);

function valueOf(shape: Shape, name: string, text: string): string | boolean {
  const member = shape.kind === "object" ? shape.members.get(name)?.shape : undefined;
  if (member?.kind !== "boolean") return text;
  const word = text.trim().toLowerCase();
  return word === "true" || word === "false" ? word === "true" : text;
}

const fileOf = async (file: File): Promise<FormFile> => ({
  name: file.name,
  bytes: new Uint8Array(await file.arrayBuffer()),
});
