import type { Raw } from "./entry.ts";

type Headers = Raw["headers"];

/** What differs from shared headers: the place of a header, its value, the next place, and so on. */
export type Differences = readonly (number | string)[];

/** Headers that others have, too, and what differs in those that are meant. */
export interface Shared {
  readonly headers: Headers;
  readonly differences: Differences;
}

/** Headers that were there before. */
interface Known {
  readonly headers: Headers;
  readonly names: readonly string[];
}

/** How many are remembered: those of a few clients, or of a few kinds of request of one. */
const rememberedMax = 4;

const none: Differences = [];

/**
 * A client sends nearly the same headers with all of its requests, and an answer is like the one before: of headers with
 * the same names one copy is kept, and beside it what differs.
 */
export class SharedHeaders {
  readonly #remembered: Known[] = [];
  #oldest = 0;

  /** Those with the same names in the same order, which were there before if such were. */
  of(headers: Headers): Shared {
    const names = Object.keys(headers);
    for (const known of this.#remembered) {
      const differences = differencesOf(known, headers, names);
      if (differences !== undefined) return { headers: known.headers, differences };
    }
    this.#remembered[this.#oldest] = { headers, names };
    this.#oldest = (this.#oldest + 1) % rememberedMax;
    return { headers, differences: none };
  }
}

/** The headers of which that is left. */
export function withDifferences({ headers: shared, differences }: Shared): Headers {
  if (differences.length === 0) return shared;
  const names = Object.keys(shared);
  const headers = { ...shared };
  for (let at = 0; at < differences.length; at += 2) {
    headers[names[Number(differences[at])] as string] = String(differences[at + 1]);
  }
  return headers;
}

/** Undefined: their names differ, or what differs is no text. */
function differencesOf(
  { headers: known, names: others }: Known,
  headers: Headers,
  names: readonly string[],
): Differences | undefined {
  if (names.length !== others.length) return undefined;
  let differences: (number | string)[] | undefined;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] as string;
    const value = headers[name];
    if (name !== others[at]) return undefined;
    if (known[name] === value) continue;
    if (typeof value !== "string") return undefined;
    (differences ??= []).push(at, value);
  }
  return differences ?? none;
}
