import { createHash } from "node:crypto";
import type { Known, OperationId } from "../contract/names.ts";
import { redacted, redactedJson, redactedHeaders } from "./redact.ts";
import { bodyBytesMax, isWhole, Received } from "./received.ts";
import type { Written } from "./store.ts";

/** One request and its answer, as it is remembered. Secrets are not in it. */
export interface Entry {
  readonly id: string;
  /** The client's time and the world's, in milliseconds since 1970. */
  readonly arrivedReal: number;
  readonly arrivedWorld: number;
  /** World time a unit of the client's, when it was answered. */
  readonly pace: number;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly operation: string | null;
  readonly account: string | null;
  /** The name of the key. */
  readonly key: string | null;
  /** The client id of the OAuth app. */
  readonly app: string | null;
  /** What the header `x-emulator-test-id` says. */
  readonly testId: string | null;
  /** The revision that was applied. */
  readonly revision: string | null;
  /** null: no head was sent, since a fault broke the connection. */
  readonly status: number | null;
  /** What the answer said in Retry-After, as it was sent. */
  readonly retryAfter: string | null;
  /** What it would have been answered with, had no fault spoilt that. */
  readonly lostStatus: number | null;
  /** The stage that answered. */
  readonly stage: string;
  /** The faults that acted, the one that gave the outcome first, and what they did. */
  readonly faults: readonly string[];
  readonly injected: readonly string[];
  readonly hint: string | null;
  /**
   * In the client's time, until the whole answer was sent or the client went away; null while an answer
   * is held back or on its way, slowly.
   */
  durationMs: number | null;
  /** The world's time at that moment. */
  endedWorld: number | null;
  /** Whether the client went away before the whole answer was there. */
  left: boolean;
  readonly bodyBytes: number;
  readonly written: readonly Written[];
  /** The exchange whose lost answer this one asks for again. */
  readonly repeats: string | null;
}

/** An entry with the heads and the body of its request, as far as they are kept. */
export interface EntryDetail extends Entry {
  readonly request: {
    readonly headers: Readonly<Record<string, string>>;
    /** JSON where it is JSON, else text; undefined: there was none. */
    readonly body: unknown;
    /** Whether it was longer than what is kept. */
    readonly truncated: boolean;
  };
  readonly response: { readonly headers: Readonly<Record<string, string>> };
  /** The profiles that it was about: their ids, and their emails in lower case. */
  readonly profiles: { readonly ids: readonly string[]; readonly emails: readonly string[] };
}

/** Hears of an entry as it is written. */
type Listener = (entry: Entry, raw: Raw) => void;

/** What an entry's detail is made of, when somebody asks for it. */
export interface Raw {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined: more than is ever read. */
  readonly body: Uint8Array | undefined;
  /** Of a body that is longer than what is kept of it: tells two apart. */
  readonly digest?: string;
  readonly answered: Readonly<Record<string, string>>;
  /** The profiles that the request was about. */
  readonly profiles: EntryDetail["profiles"];
}

/** An exchange that a fault delays: what the journal will have of it, as far as it is known. */
export interface Unanswered {
  describe(): { readonly entry: Entry; readonly raw: Raw };
}

/** Which entries to show; everything given must hold. */
export interface EntryFilter {
  readonly operation?: Known<OperationId>;
  readonly account?: string;
  readonly key?: string;
  readonly app?: string;
  readonly testId?: string;
  readonly status?: number;
  readonly stage?: string;
  readonly fault?: string;
  /** World time from which on, and before which. */
  readonly since?: number;
  readonly until?: number;
}

/** About what an entry costs beside its target, in bytes. */
const entryBytes = 1500;

/** About what a remembered id or email costs, in bytes. */
const nameBytes = 64;

/**
 * The last exchanges, oldest first, bounded in number and in bytes: the oldest make room. A
 * listener hears of each entry as it is written.
 */
export class Journal {
  readonly #entriesMax: number;
  readonly #bytesMax: number;
  readonly #listeners: Set<Listener>;
  #entries: (Entry | undefined)[] = [];
  #raws: (Raw | undefined)[] = [];
  #first = 0;
  #bytes = 0;
  #dropped = 0;
  readonly #unanswered = new Set<Unanswered>();

  constructor(
    { entriesMax = 10_000, bytesMax = 16_000_000 } = {},
    listeners: Set<Listener> = new Set(),
  ) {
    this.#entriesMax = entriesMax;
    this.#bytesMax = bytesMax;
    this.#listeners = listeners;
  }

  get size(): number {
    return this.#entries.length - this.#first;
  }

  /** How many exchanges have made room since it was last emptied. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Knows of an exchange before it is answered. @returns forgets it */
  expect(exchange: Unanswered): () => void {
    this.#unanswered.add(exchange);
    return () => this.#unanswered.delete(exchange);
  }

  write(entry: Entry, raw: Raw): void {
    const kept = keptOf(raw);
    this.#entries.push(entry);
    this.#raws.push(kept);
    this.#bytes += bytesOf(entry, kept);
    while (this.size > this.#entriesMax || (this.#bytes > this.#bytesMax && this.size > 1))
      this.#dropFirst();
    for (const listener of this.#listeners) listener(entry, kept);
  }

  /** @returns stops listening */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get(id: string): EntryDetail | undefined {
    const index = this.#entries.findIndex((entry) => entry?.id === id);
    const entry = this.#entries[index];
    const raw = this.#raws[index];
    if (entry === undefined || raw === undefined) return undefined;
    return {
      ...entry,
      request: {
        headers: redactedHeaders(raw.headers),
        body: shown(raw.body),
        truncated: !isWhole(raw.body),
      },
      response: { headers: redactedHeaders(raw.answered) },
      profiles: raw.profiles,
    };
  }

  list(filter: EntryFilter = {}): Entry[] {
    return (this.#entries.slice(this.#first) as Entry[]).filter((entry) => passes(entry, filter));
  }

  /** All of them, with what was sent. */
  received(): Received[] {
    return (this.#entries.slice(this.#first) as Entry[]).map(
      (entry, index) => new Received(entry, this.#raws[this.#first + index] as Raw),
    );
  }

  /** Those that are not answered yet. */
  unanswered(): Received[] {
    return [...this.#unanswered].map((each) => {
      const { entry, raw } = each.describe();
      return new Received(entry, keptOf(raw));
    });
  }

  /** A journal with the same bounds and listeners, and of the entries those that are kept. */
  emptied(keeps: (entry: Entry) => boolean = () => false): Journal {
    const bounds = { entriesMax: this.#entriesMax, bytesMax: this.#bytesMax };
    const journal = new Journal(bounds, this.#listeners);
    journal.#entries = this.#entries;
    journal.#raws = this.#raws;
    journal.#first = this.#first;
    journal.clear(keeps);
    return journal;
  }

  clear(keeps: (entry: Entry) => boolean = () => false): void {
    const [entries, raws] = [this.#entries.slice(this.#first), this.#raws.slice(this.#first)];
    const isKept = (_: unknown, index: number) => keeps(entries[index] as Entry);
    this.#entries = entries.filter(isKept);
    this.#raws = raws.filter(isKept);
    this.#first = 0;
    this.#bytes = 0;
    this.#dropped = 0;
    for (const [index, entry] of this.#entries.entries()) {
      this.#bytes += bytesOf(entry as Entry, this.#raws[index] as Raw);
    }
  }

  #dropFirst(): void {
    this.#dropped += 1;
    this.#bytes -= bytesOf(this.#entries[this.#first] as Entry, this.#raws[this.#first] as Raw);
    this.#entries[this.#first] = undefined;
    this.#raws[this.#first] = undefined;
    this.#first += 1;
    // Moving the rest once in a while keeps a write cheap and the array short.
    if (this.#first > 1024 && this.#first > this.#entries.length / 2) {
      this.#entries = this.#entries.slice(this.#first);
      this.#raws = this.#raws.slice(this.#first);
      this.#first = 0;
    }
  }
}

const bytesOf = ({ target }: Entry, { body, profiles: { ids, emails } }: Raw): number =>
  entryBytes + 2 * target.length + (body?.length ?? 0) + nameBytes * (ids.length + emails.length);

/** Of a long body its beginning, one byte more than is shown, and what tells it from others. */
function keptOf(raw: Raw): Raw {
  const { body } = raw;
  if (body === undefined || body.length <= bodyBytesMax) return { ...raw };
  const digest = createHash("sha256").update(body).digest("base64url");
  return { ...raw, body: body.slice(0, bodyBytesMax + 1), digest };
}

function shown(body: Uint8Array | undefined): unknown {
  if (body === undefined || body.length === 0) return undefined;
  const text = Buffer.from(body.subarray(0, bodyBytesMax)).toString();
  try {
    return redactedJson(JSON.parse(text));
  } catch {
    return redacted(text);
  }
}

/** Whether an entry is among those that a filter asks for. */
export const passes = (entry: Entry, filter: EntryFilter): boolean =>
  (filter.operation === undefined || entry.operation === filter.operation) &&
  (filter.account === undefined || entry.account === filter.account) &&
  (filter.key === undefined || entry.key === filter.key) &&
  (filter.app === undefined || entry.app === filter.app) &&
  (filter.testId === undefined || entry.testId === filter.testId) &&
  (filter.status === undefined || entry.status === filter.status) &&
  (filter.stage === undefined || entry.stage === filter.stage) &&
  (filter.fault === undefined || entry.faults.includes(filter.fault)) &&
  (filter.since === undefined || entry.arrivedWorld >= filter.since) &&
  (filter.until === undefined || entry.arrivedWorld < filter.until);
