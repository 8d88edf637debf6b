import { hash } from "node:crypto";
import type { Document } from "../../jsonapi/document.ts";
import { Blocks, SharedHeaders } from "./blocks.ts";
import type { Entry, EntryDetail, EntryFilter, EntryView, Raw } from "./entry.ts";
import { passes } from "./entry.ts";
import { RingEntry } from "./ring-entry.ts";
import type { Redaction } from "./redact.ts";
import { Listeners } from "../notices.ts";
import { LastAnswers } from "./last-answers.ts";
import { bodyBytesMax, isWhole, Received } from "./received.ts";

/** What the journal will have of an exchange that a fault delays, as far as it is known. */
type Unanswered = () => { readonly entry: Entry; readonly raw: Raw };

/** What a journal hands on to the one that takes its place. */
const begun = () => ({
  written: new Listeners<Entry, Raw>(),
  ended: new Listeners<Entry>(),
  /** Those whose response has not ended. */
  going: new Map<Entry, RingEntry>(),
  answers: new LastAnswers(),
});

/**
 * The last exchanges, oldest first, bounded in number and in bytes: the oldest make room. Their places are written over,
 * unless they were lent to somebody who still looks at them.
 */
export class Journal {
  readonly #bounds: { readonly entriesMax: number; readonly bytesMax: number };
  readonly #lasting: ReturnType<typeof begun>;
  readonly #asked = new SharedHeaders();
  readonly #answered = new SharedHeaders();
  #blocks = new Blocks();
  #kept: (RingEntry | undefined)[] = [];
  #first = 0;
  readonly #spare: RingEntry[] = [];
  /** How many were written since it was last cleared, and how many of them when all were last lent. */
  #written = 0;
  #writtenWhenLent = 0;
  /** Whether some of what is there may be lent. */
  #isLent = false;
  #bytes = 0;
  /** How many exchanges have made room since it was last emptied. */
  dropped = 0;
  readonly #unanswered = new Set<Unanswered>();

  constructor({ entriesMax = 10_000, bytesMax = 16_000_000 } = {}, lasting = begun()) {
    this.#bounds = { entriesMax, bytesMax };
    this.#lasting = lasting;
  }

  get size(): number {
    return this.#kept.length - this.#first;
  }

  /** Who hears of entries as they are written. */
  get written() {
    return this.#lasting.written;
  }

  /** Who hears of those whose response has ended since they were written. */
  get ended() {
    return this.#lasting.ended;
  }

  /** Knows of an exchange before it is answered. @returns forgets it */
  expect(exchange: Unanswered): () => void {
    this.#unanswered.add(exchange);
    return () => this.#unanswered.delete(exchange);
  }

  /** Takes an entry and hides its secrets, without a copy. @param sent the body of its answer */
  write(entry: Entry, raw: Raw, sent: string | Uint8Array | Document = ""): void {
    hideSecrets(entry, raw);
    const shortened = shortenedOf(raw);
    const asked = this.#asked.of(raw.headers);
    // Who hears of it may keep it.
    if (asked.differences.length === 0) shortened.headers = asked.headers;
    const kept = this.#spare.pop() ?? new RingEntry();
    const answered = this.#answered.of(raw.answered);
    const place = this.#lasting.answers.keep(sent);
    kept.write({ entry, raw: shortened, sent: place, asked, answered }, this.#blocks);
    if (entry.durationMs === null) this.#lasting.going.set(entry, kept);
    this.#kept.push(kept);
    this.#written += 1;
    this.#bytes += kept.bytes;
    const { entriesMax, bytesMax } = this.#bounds;
    while (this.size > entriesMax || (this.#bytes > bytesMax && this.size > 1)) this.#dropFirst();
    this.written.tell(entry, shortened);
  }

  /** Takes it that the response of an entry has ended, which was under way when it was written, and tells so. */
  end(entry: Entry): void {
    this.#lasting.going.get(entry)?.end(entry);
    this.#lasting.going.delete(entry);
    this.ended.tell(entry);
  }

  get(id: string): EntryDetail | undefined {
    // Who writes each down as it ends asks for the last.
    const found = this.#all().findLast((kept) => kept.id === id);
    return found && this.#detailOf(found);
  }

  /** The entries with these ids, oldest first. Each is made when it is asked for: they must have been received before. */
  *details(ids: ReadonlySet<string>): Generator<EntryDetail> {
    for (const kept of this.#all()) if (ids.has(kept.id)) yield this.#detailOf(kept);
  }

  #detailOf(found: RingEntry): EntryDetail {
    const { redaction, body, headers, answered, profiles } = found.raw();
    const entry = found.entry();
    const sent = (found.sent && this.#lasting.answers.get(found.sent)) ?? noBody;
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

  ids(only?: string): string[] {
    return this.#all().flatMap(({ id, account }) => (account === (only ?? account) ? [id] : []));
  }

  list(filter: EntryFilter = {}): Entry[] {
    return this.#all().flatMap((kept) => (passes(kept, filter) ? [kept.entry()] : []));
  }

  /** Those that pass, as they are now, with what was sent. What is asked of one is read then, not before. */
  received(filter: EntryFilter = {}): Received[] {
    this.#writtenWhenLent = this.#written;
    this.#isLent = true;
    this.#blocks.lend();
    const passing = this.#all().filter((kept) => passes(kept, filter));
    return passing.map((kept) => new Received(kept, () => kept.raw()));
  }

  unanswered(): Received[] {
    return [...this.#unanswered].map((describe) => {
      const { entry, raw } = describe();
      hideSecrets(entry, raw);
      return new Received(entry, shortenedOf(raw));
    });
  }

  /** Hands over to a journal with the same bounds and listeners, of the entries those that are kept. */
  emptied(keeps: (entry: EntryView) => boolean = () => false): Journal {
    const journal = new Journal(this.#bounds, this.#lasting);
    [journal.#kept, this.#kept] = [this.#all(), []];
    [journal.#blocks, this.#blocks] = [this.#blocks, new Blocks()];
    journal.#isLent = this.#isLent;
    journal.clear(keeps);
    // Exchanges that were under way still come here.
    this.#first = 0;
    this.#bytes = 0;
    return journal;
  }

  clear(keeps: (entry: EntryView) => boolean = () => false): void {
    this.#kept = this.#all().filter(keeps);
    this.#first = 0;
    // What is left was written before: nobody writes over it.
    this.#written = 0;
    this.#writtenWhenLent = 0;
    this.dropped = 0;
    this.#bytes = this.#all().reduce((sum, { bytes }) => sum + bytes, 0);
    if (this.size === 0) this.#lasting.answers.clear();
    this.#moveTogether();
  }

  /** Forgets those of one account: how many have made room is still about all. */
  forget(account: string): void {
    const { dropped } = this;
    this.clear((entry) => entry.account !== account);
    this.dropped = dropped;
  }

  #all(): RingEntry[] {
    return this.#kept.slice(this.#first) as RingEntry[];
  }

  #dropFirst(): void {
    const kept = this.#kept[this.#first] as RingEntry;
    this.dropped += 1;
    this.#bytes -= kept.bytes;
    // What was written before those that are there was there before it: that many came before this one.
    const before = this.#written - this.size;
    const isLent = before < this.#writtenWhenLent || kept.durationMs === null;
    if (!isLent) {
      kept.release();
      this.#spare.push(kept);
    }
    this.#kept[this.#first] = undefined;
    this.#first += 1;
    this.#forgetBlocks();
    // Moving the rest once in a while keeps a write cheap and the array short.
    if (this.#first > 1024 && this.#first > this.#kept.length / 2) {
      this.#kept = this.#all();
      this.#first = 0;
    }
  }

  /** Else each of those that are left would hold a whole block, and all the blocks behind it. */
  #moveTogether(): void {
    this.#blocks.beginNew();
    for (const kept of this.#all()) kept.move(this.#blocks);
    this.#forgetBlocks();
    this.#isLent &&= this.size > 0;
    // Who was lent one of them reads it there from now on.
    if (this.#isLent) this.#blocks.lend();
  }

  #forgetBlocks(): void {
    this.#blocks.forgetBefore(this.#kept[this.#first]?.block ?? Number.POSITIVE_INFINITY);
  }
}

const noBody = new Uint8Array();

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
function shortenedOf(raw: Raw): Writable<Raw> {
  const { body } = raw;
  if (body === undefined || body.length <= bodyBytesMax) return raw;
  const digest = hash("sha256", body, "base64url");
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
