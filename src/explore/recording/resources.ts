import { parseDatetime } from "../../jsonapi/time.ts";
import { plainProblem } from "../../seeding/plain.ts";
import { member } from "../../seeding/recording/exchange.ts";

/** A resource object of a response, or a reference to one. */
export interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, unknown>>;
}

export const isResource = (value: unknown): value is Resource =>
  typeof member(value, "type") === "string" && typeof member(value, "id") === "string";

/** The name of a record among all of an account. */
export const nameOf = ({ type, id }: Pick<Resource, "type" | "id">): string => `${type} ${id}`;

/** The resources of a document's data, and those that it includes. */
export const dataIn = (document: unknown): Resource[] => listed(member(document, "data"));
export const includedIn = (document: unknown): Resource[] => listed(member(document, "included"));

const listed = (value: unknown): Resource[] => [value].flat().filter(isResource);

/** Whatever it refers to by type and id. */
export function* identifiersIn(value: unknown): Generator<Resource> {
  if (typeof value !== "object" || value === null) return;
  if (isResource(value)) yield value;
  for (const each of Object.values(value)) yield* identifiersIn(each);
}

/** All texts in a value, and numbers as texts. */
export function* scalarsIn(value: unknown): Generator<string> {
  if (typeof value === "string" || typeof value === "number") yield String(value);
  if (typeof value !== "object" || value === null) return;
  for (const each of Object.values(value)) yield* scalarsIn(each);
}

/** By what people know a record: its email, its name. What is common, such as a city, is none. */
const naturalNames = [
  "email",
  "phone_number",
  "external_id",
  "anonymous_id",
  "name",
  "title",
  "code",
  "unique_code",
  "label",
];

export const naturalsOf = ({ attributes = {} }: Resource): string[] =>
  naturalNames.flatMap((name) => {
    const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
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

/** When a record began, if it says so. */
export function bornAt({ attributes = {} }: Resource): number | undefined {
  const { datetime, created, created_at } = attributes;
  const text = datetime ?? created ?? created_at;
  return typeof text === "string" ? parseDatetime(text) : undefined;
}
