export type SeenCount = { readonly name: string; readonly count: number };

/** What came to a proxy. */
export interface SeenByProxy {
  readonly requests: number;
  /** Other hosts that were let through. */
  readonly passed: readonly SeenCount[];
  /** Those that `offline` refused. */
  readonly refused: readonly SeenCount[];
  /** Those that could not be reached. */
  readonly failed: readonly SeenCount[];
  /** Programs that broke off where they were shown the certificate, by what they call themselves. */
  readonly untrusted: readonly SeenCount[];
  /** Programs that speak HTTP/2 alone. */
  readonly http2: readonly SeenCount[];
}

type SeenKind = Exclude<keyof SeenByProxy, "requests">;

/** What a program is called that does not say who it is. */
export const unnamed = "a program";

/** Beyond so many names, the rest is counted together. */
const namesMax = 100;

export class Seen {
  readonly #counts = new Map<SeenKind, Map<string, number>>();
  requests = 0;

  note(kind: SeenKind, name: string): boolean {
    const counts = this.#counts.get(kind) ?? new Map<string, number>();
    this.#counts.set(kind, counts);
    const known = counts.has(name) || counts.size < namesMax ? name : "others";
    const count = (counts.get(known) ?? 0) + 1;
    counts.set(known, count);
    return count === 1;
  }

  /** Each name of a kind with its count, the most frequent first. */
  list(kind: SeenKind): (readonly [name: string, count: number])[] {
    return [...(this.#counts.get(kind) ?? [])].toSorted(([, a], [, b]) => b - a);
  }

  all(): SeenByProxy {
    const { requests } = this;
    return seenBy(requests, (kind) => this.list(kind).map(([name, count]) => ({ name, count })));
  }
}

/** @param of what was seen of a kind */
export const seenBy = (requests: number, of: (kind: SeenKind) => SeenCount[]): SeenByProxy => ({
  requests,
  passed: of("passed"),
  refused: of("refused"),
  failed: of("failed"),
  untrusted: of("untrusted"),
  http2: of("http2"),
});
