import type { Raw } from "./entry.ts";

type Headers = Raw["headers"];

/** How many are remembered: those of a few clients, or of a few kinds of request of one. */
const rememberedMax = 4;

/** Of equal headers one copy is kept, since a client sends the same with nearly all of its requests. */
export class SameHeaders {
  readonly #remembered: Headers[] = [];
  #oldest = 0;

  /** @returns the headers, or some that are equal to them and were there before */
  of(headers: Headers): Headers {
    for (const known of this.#remembered) if (areEqual(known, headers)) return known;
    this.#remembered[this.#oldest] = headers;
    this.#oldest = (this.#oldest + 1) % rememberedMax;
    return headers;
  }
}

/** Whether they are the same, in the same order. */
function areEqual(known: Headers, headers: Headers): boolean {
  const names = Object.keys(known);
  const others = Object.keys(headers);
  return (
    names.length === others.length &&
    names.every((name, index) => name === others[index] && known[name] === headers[name])
  );
}
