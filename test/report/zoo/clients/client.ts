import type { Ask } from "../ask.ts";
import type { Published } from "../published.ts";

/** A client of the zoo: a package with its options, and what is published of it. */
export interface Client {
  readonly name: string;
  readonly published: Published;
  readonly ask: Ask;
  /** Whether it is there at all: a program may not be installed. Default: it is. */
  readonly isThere?: boolean;
}

/** A body with another `unique_id`, if it has one. */
export const withNewId = (body: string | undefined): string | undefined =>
  body?.replace(/"unique_id":"[^"]*"/, () => `"unique_id":"${crypto.randomUUID()}"`);
