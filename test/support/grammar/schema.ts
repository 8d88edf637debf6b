import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A published schema, and what the emulator says of it beyond that. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly format?: string;
  readonly default?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly maxProperties?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** The names of its members, or of its alternatives, in our order: the others come after them. */
  readonly order?: string;
  /** The first revision that knows it. */
  readonly since?: string;
  /** The type of a value that is not looked at. */
  readonly valued?: string;
}

/** What is said of a schema beyond what is published; undefined: what is published of it does not hold. */
export type Override = { readonly [K in keyof Schema]?: Schema[K] | undefined };

const file = join(import.meta.dirname, "../../contract/published-schemas.json");

/** The published schemas, by name. */
export const published: Readonly<Record<string, Schema>> = (
  JSON.parse(readFileSync(file, "utf8")) as { $defs: Record<string, Schema> }
).$defs;

/** The name of the schema that is referred to. */
export const nameIn = (ref: string): string => ref.slice("#/$defs/".length);
