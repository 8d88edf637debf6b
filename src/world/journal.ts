/** One request and its answer, as it is remembered. Secrets are not in it. */
export interface Entry {
  readonly id: string;
  /** The client's time and the world's, in milliseconds since 1970. */
  readonly arrivedReal: number;
  readonly arrivedWorld: number;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly operation: string | null;
  readonly account: string | null;
  readonly key: string | null;
  readonly status: number;
  /** The stage that answered. */
  readonly stage: string;
  readonly fault: string | null;
  readonly hint: string | null;
  readonly durationMs: number;
  readonly bodyBytes: number;
  readonly written: readonly { readonly collection: string; readonly id: string }[];
}

/** Which entries to show; everything given must hold. */
export interface EntryFilter {
  readonly operation?: string;
  readonly account?: string;
  readonly status?: number;
  readonly stage?: string;
  readonly fault?: string;
  /** World time from which on. */
  readonly since?: number;
}

/** About what an entry costs beside its target, in bytes. */
const entryBytes = 600;

/**
 * The last exchanges, oldest first, bounded in number and in bytes: the oldest make room. A
 * listener hears of each entry as it is written.
 */
export class Journal {
  readonly #entriesMax: number;
  readonly #bytesMax: number;
  readonly #listeners: Set<(entry: Entry) => void>;
  #entries: (Entry | undefined)[] = [];
  #first = 0;
  #bytes = 0;

  constructor(
    { entriesMax = 10_000, bytesMax = 16_000_000 } = {},
    listeners: Set<(entry: Entry) => void> = new Set(),
  ) {
    this.#entriesMax = entriesMax;
    this.#bytesMax = bytesMax;
    this.#listeners = listeners;
  }

  get size(): number {
    return this.#entries.length - this.#first;
  }

  write(entry: Entry): void {
    this.#entries.push(entry);
    this.#bytes += bytesOf(entry);
    while (this.size > this.#entriesMax || (this.#bytes > this.#bytesMax && this.size > 1))
      this.#dropFirst();
    for (const listener of this.#listeners) listener(entry);
  }

  /** @returns stops listening */
  listen(listener: (entry: Entry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get(id: string): Entry | undefined {
    return this.list().find((entry) => entry.id === id);
  }

  list(filter: EntryFilter = {}): Entry[] {
    return (this.#entries.slice(this.#first) as Entry[]).filter(
      (entry) =>
        (filter.operation === undefined || entry.operation === filter.operation) &&
        (filter.account === undefined || entry.account === filter.account) &&
        (filter.status === undefined || entry.status === filter.status) &&
        (filter.stage === undefined || entry.stage === filter.stage) &&
        (filter.fault === undefined || entry.fault === filter.fault) &&
        (filter.since === undefined || entry.arrivedWorld >= filter.since),
    );
  }

  /** An empty journal with the same bounds and the same listeners. */
  emptied(): Journal {
    const bounds = { entriesMax: this.#entriesMax, bytesMax: this.#bytesMax };
    return new Journal(bounds, this.#listeners);
  }

  clear(): void {
    this.#entries = [];
    this.#first = 0;
    this.#bytes = 0;
  }

  #dropFirst(): void {
    this.#bytes -= bytesOf(this.#entries[this.#first] as Entry);
    this.#entries[this.#first] = undefined;
    this.#first += 1;
    // Moving the rest once in a while keeps a write cheap and the array short.
    if (this.#first > 1024 && this.#first > this.#entries.length / 2) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
  }
}

const bytesOf = (entry: Entry) => entryBytes + 2 * entry.target.length;
