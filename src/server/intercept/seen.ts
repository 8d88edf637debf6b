/** What came to a proxy beside requests: `untrusted` connections broke off where the certificate was shown. */
export type SeenKind = "passed" | "refused" | "failed" | "untrusted" | "http2";

/** What a program is called that does not say who it is. */
export const unnamed = "a program";

/** Beyond so many names, the rest is counted together. */
const namesMax = 100;
const others = "others";

/** What came to a proxy, by host or by who asked, for the end of a run. */
export class Seen {
  readonly #counts = new Map<SeenKind, Map<string, number>>();
  /** How many requests came for the hosts that stand for the service. */
  requests = 0;

  /** @returns whether it is the first of this name */
  note(kind: SeenKind, name: string): boolean {
    const counts = this.#counts.get(kind) ?? new Map<string, number>();
    this.#counts.set(kind, counts);
    const known = counts.has(name) || counts.size < namesMax ? name : others;
    const count = (counts.get(known) ?? 0) + 1;
    counts.set(known, count);
    return count === 1;
  }

  /** Each name of a kind with its count, the most frequent first. */
  list(kind: SeenKind): (readonly [name: string, count: number])[] {
    return [...(this.#counts.get(kind) ?? [])].toSorted(([, a], [, b]) => b - a);
  }
}
