import { createHash } from "node:crypto";
import type { Document } from "../jsonapi/document.ts";
import type { OperationId } from "../contract/names.ts";
import type { StageName } from "../contract/stages.ts";
import type { Entry, EntryDetail, Raw } from "./entry.ts";
import type { Redaction } from "./redact.ts";
import { LastAnswers } from "./last-answers.ts";
import { bodyBytesMax, isWhole, Received } from "./received.ts";
import { SameHeaders } from "./same-headers.ts";

/** Hears of an entry as it is written. */
type Listener = (entry: Entry, raw: Raw) => void;

/** An exchange that a fault delays: what the journal will have of it, as far as it is known. */
export interface Unanswered {
  describe(): { readonly entry: Entry; readonly raw: Raw };
}

/** Which entries to show; everything given must hold. */
export interface EntryFilter {
  readonly operation?: OperationId;
  readonly account?: string;
  readonly key?: string;
  readonly app?: string;
  readonly testId?: string;
  readonly status?: number;
  /** Whether its status is 400 or more, or it had none, since a fault broke the connection. */
  readonly failed?: boolean;
  readonly stage?: StageName;
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
  readonly #answers: LastAnswers;
  readonly #headers = new SameHeaders();
  readonly #endListeners: Set<(entry: Entry) => void>;
  #entries: (Entry | undefined)[] = [];
  #raws: (Raw | undefined)[] = [];
  #first = 0;
  #bytes = 0;
  #dropped = 0;
  readonly #unanswered = new Set<Unanswered>();

  constructor(
    { entriesMax = 10_000, bytesMax = 16_000_000 } = {},
    listeners: Set<Listener> = new Set(),
    answers = new LastAnswers(),
    endListeners: Set<(entry: Entry) => void> = new Set(),
  ) {
    this.#endListeners = endListeners;
    this.#answers = answers;
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

  /**
   * Takes an entry, and hides the secrets in it: nothing of it is copied, since this is done for every request.
   *
   * @param sent the body of its answer
   */
  write(entry: Entry, raw: Raw, sent: string | Uint8Array | Document = ""): void {
    hideSecrets(entry, raw);
    const kept = keptOf(raw);
    kept.headers = this.#headers.of(kept.headers);
    kept.sent = this.#answers.keep(sent);
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

  /** Tells that the response of an entry has ended, which was under way when it was written. */
  tellEnded(entry: Entry): void {
    for (const listener of this.#endListeners) listener(entry);
  }

  /** Hears of entries whose response has ended since they were written. @returns stops listening */
  listenToEnds(listener: (entry: Entry) => void): () => void {
    this.#endListeners.add(listener);
    return () => this.#endListeners.delete(listener);
  }

  get(id: string): EntryDetail | undefined {
    const index = this.#entries.findIndex((entry) => entry?.id === id);
    const entry = this.#entries[index];
    const raw = this.#raws[index];
    if (entry === undefined || raw === undefined) return undefined;
    const { redaction, body, headers, answered, profiles } = raw;
    const sent = (raw.sent && this.#answers.get(raw.sent)) ?? noBody;
    return {
      ...entry,
      request: {
        headers: redaction.headers(headers),
        body: shown(body, redaction),
        truncated: !isWhole(body),
      },
      response: {
        headers: redaction.headers(answered),
        body: shown(sent, redaction),
        truncated: sent.length < (entry.method === "HEAD" ? 0 : entry.bodyBytes) || !isWhole(sent),
      },
      profiles: redaction.json(profiles) as EntryDetail["profiles"],
    };
  }

  list(filter: EntryFilter = {}): Entry[] {
    return (this.#entries.slice(this.#first) as Entry[]).filter((entry) => passes(entry, filter));
  }

  /** All of them as they are now, with what was sent. */
  received(): Received[] {
    return (this.#entries.slice(this.#first) as Entry[]).map(
      (entry, index) => new Received(entry, this.#raws[this.#first + index] as Raw),
    );
  }

  /** Those that are not answered yet. */
  unanswered(): Received[] {
    return [...this.#unanswered].map((each) => {
      const { entry, raw } = each.describe();
      hideSecrets(entry, raw);
      return new Received(entry, keptOf(raw));
    });
  }

  /** A journal with the same bounds and listeners, and of the entries those that are kept. */
  emptied(keeps: (entry: Entry) => boolean = () => false): Journal {
    const bounds = { entriesMax: this.#entriesMax, bytesMax: this.#bytesMax };
    const journal = new Journal(bounds, this.#listeners, this.#answers, this.#endListeners);
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
    if (this.size === 0) this.#answers.clear();
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

const noBody = new Uint8Array();

const bytesOf = ({ target }: Entry, { body, profiles: { ids, emails } }: Raw): number =>
  entryBytes + 2 * target.length + (body?.length ?? 0) + nameBytes * (ids.length + emails.length);

/** Of what its client chose it keeps nothing that opens anything. */
function hideSecrets(entry: Writable<Entry>, { redaction }: Raw): void {
  entry.target = redaction.text(entry.target);
  if (entry.testId !== null) entry.testId = redaction.text(entry.testId);
  if (entry.hint !== null) entry.hint = redaction.text(entry.hint);
  if (entry.written.length === 0) return;
  // Some are known by the id that their client chose.
  entry.written = entry.written.map(({ collection, id, change, ofService }) => ({
    collection,
    id: redaction.text(id),
    change,
    ...(ofService && { ofService }),
  }));
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Of a long body its beginning, one byte more than is shown, and what tells it from others. */
function keptOf(raw: Raw): Writable<Raw> {
  const { body } = raw;
  if (body === undefined || body.length <= bodyBytesMax) return raw;
  const digest = createHash("sha256").update(body).digest("base64url");
  return { ...raw, body: body.slice(0, bodyBytesMax + 1), digest };
}

function shown(body: Uint8Array | undefined, redaction: Redaction): unknown {
  if (body === undefined || body.length === 0) return undefined;
  const text = Buffer.from(body.subarray(0, bodyBytesMax)).toString();
  try {
    return redaction.json(JSON.parse(text));
  } catch {
    return redaction.text(text);
  }
}

const isFailure = ({ status }: Entry): boolean => status === null || status >= 400;

/** Whether an entry is among those that a filter asks for. */
export const passes = (entry: Entry, filter: EntryFilter): boolean =>
  (filter.operation === undefined || entry.operation === filter.operation) &&
  (filter.account === undefined || entry.account === filter.account) &&
  (filter.key === undefined || entry.key === filter.key) &&
  (filter.app === undefined || entry.app === filter.app) &&
  (filter.testId === undefined || entry.testId === filter.testId) &&
  (filter.status === undefined || entry.status === filter.status) &&
  (filter.failed === undefined || isFailure(entry) === filter.failed) &&
  (filter.stage === undefined || entry.stage === filter.stage) &&
  (filter.fault === undefined || entry.faults.includes(filter.fault)) &&
  (filter.since === undefined || entry.arrivedWorld >= filter.since) &&
  (filter.until === undefined || entry.arrivedWorld < filter.until);
