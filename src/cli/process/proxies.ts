import type { Interception, SeenByProxy, SeenCount } from "../../interception.ts";

/** A proxy for each run of a command, so that all that a run asks is its own. */
export class Proxies {
  readonly #interception: Interception;
  readonly #seen: SeenByProxy[] = [];

  constructor(interception: Interception) {
    this.#interception = interception;
  }

  /** Runs something with a proxy. @param account whose its clients are, by company id */
  async with<T>(account: string, run: (url: string) => Promise<T>): Promise<T> {
    const proxy = await this.#interception.open(account);
    try {
      return await run(proxy.url);
    } finally {
      this.#seen.push(proxy.seen());
      if (this.#seen.length > 100) this.#seen.splice(0, 2, together(this.#seen.slice(0, 2)));
      await proxy.close();
    }
  }

  /** What came to all of them. */
  seen(): SeenByProxy {
    return together(this.#seen);
  }
}

function together(all: readonly SeenByProxy[]): SeenByProxy {
  const of = (kind: "passed" | "refused" | "failed" | "untrusted" | "http2"): SeenCount[] => {
    const counts = new Map<string, number>();
    for (const { name, count } of all.flatMap((each) => each[kind]))
      counts.set(name, (counts.get(name) ?? 0) + count);
    return [...counts].map(([name, count]) => ({ name, count }));
  };
  return {
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
    passed: of("passed"),
    refused: of("refused"),
    failed: of("failed"),
    untrusted: of("untrusted"),
    http2: of("http2"),
  };
}
