import type { Injected } from "../faults/injected.ts";
import type { StageName } from "../../contract/stages.ts";
import { type Block, Blocks, type Differences, type Shared, withDifferences } from "./blocks.ts";
import type { Entry, EntryView, ByteRange, Raw, GivenPage, SentBy } from "./entry.ts";
import type { Redaction } from "./redact.ts";
import type { CreatedRecord, RecordChange } from "../store/record-change.ts";

/** About what one costs beside its texts, in bytes. */
const bareBytes = 450;

/** An exchange as a face has brought it to its end. */
export interface FinishedExchange {
  readonly entry: Entry;
  readonly raw: Raw;
  /** Where the body of its answer is; undefined: it has none. */
  readonly sent: ByteRange | undefined;
  /** The headers of both, as others have them, too, and what differs in these. */
  readonly asked: Shared;
  readonly answered: Shared;
}

/** What lies in a block as JSON, beside the id and the body of the request. */
type Texts = readonly [
  target: string,
  asked: Differences,
  answered: Differences,
  ids: readonly string[],
  emails: readonly string[],
];

const nothing: readonly never[] = [];

/**
 * An exchange in the journal: a place that is written over with a later one. What each exchange has of its own lies in a
 * block, outside of the heap, so that it leaves no garbage there; the rest are numbers, and what others have, too.
 * Plain objects take 8 % more processor time of *GET one profile* and 18 % of *POST event*, and 50 MB more memory once
 * the journal was filled a few times (*resident after 100,000 GETs more*).
 */
export class RingEntry implements EntryView {
  arrivedReal = 0;
  arrivedWorld = 0;
  pace = 1;
  method = "";
  operation: string | null = null;
  account: string | null = null;
  key: string | null = null;
  app: string | null = null;
  testId: string | null = null;
  sentBy: SentBy = "client";
  connection: number | null = null;
  revision: string | null = null;
  status: number | null = null;
  retryAfter: string | null = null;
  lostStatus: number | null = null;
  stage: StageName = "open";
  faults: readonly string[] = nothing;
  injected: readonly Injected[] = nothing;
  left = false;
  bodyBytes = 0;
  written: readonly RecordChange[] = nothing;
  repeats: string | null = null;
  // Never null: a number in the place of a number is written without a new object.
  #durationMs = Number.NaN;
  #endedWorld = Number.NaN;

  #asked: Raw["headers"] = {};
  #answered: Raw["headers"] = {};
  #hint: string | null = null;
  #redaction: Redaction | undefined;
  #created: readonly CreatedRecord[] | undefined;
  #page: GivenPage | undefined;
  #digest: string | undefined;
  #sentFrom = 0;
  #sentBytes = 0;

  #block: Block | undefined;
  #at = 0;
  #idBytes = 0;
  #textBytes = 0;
  /** -1: it was more than is ever read. */
  #bodyBytes = -1;
  #texts: Texts | undefined;

  /** Takes the place of what was here. */
  write({ entry, raw, sent, asked, answered }: FinishedExchange, blocks: Blocks): void {
    this.arrivedReal = entry.arrivedReal;
    this.arrivedWorld = entry.arrivedWorld;
    this.pace = entry.pace;
    this.method = entry.method;
    this.operation = entry.operation;
    this.account = entry.account;
    this.key = entry.key;
    this.app = entry.app;
    this.testId = entry.testId;
    this.sentBy = entry.sentBy;
    this.connection = entry.connection;
    this.revision = entry.revision;
    this.status = entry.status;
    this.retryAfter = entry.retryAfter;
    this.lostStatus = entry.lostStatus;
    this.stage = entry.stage;
    this.faults = entry.faults;
    this.injected = entry.injected;
    this.#hint = entry.hint;
    this.bodyBytes = entry.bodyBytes;
    this.written = entry.written;
    this.repeats = entry.repeats;
    this.end(entry);
    this.#asked = asked.headers;
    this.#answered = answered.headers;
    this.#redaction = raw.redaction;
    this.#created = raw.created;
    this.#page = raw.page;
    this.#digest = raw.digest;
    this.#sentFrom = sent?.from ?? 0;
    this.#sentBytes = sent?.bytes ?? 0;
    const { ids, emails } = raw.profiles;
    const parts: Texts = [entry.target, asked.differences, answered.differences, ids, emails];
    this.#lay(entry.id, JSON.stringify(parts), raw.body, blocks);
  }

  #lay(id: string, texts: string, body: Uint8Array | undefined, blocks: Blocks): void {
    const text = id + texts;
    const block = blocks.withRoom(bytesAtMost(text) + (body?.length ?? 0));
    const { bytes } = block;
    this.#block = block;
    this.#at = blocks.at;
    const written = bytes.write(text, this.#at);
    // As many bytes as characters: each is one.
    this.#idBytes = written === text.length ? id.length : Buffer.byteLength(id);
    this.#textBytes = written - this.#idBytes;
    this.#bodyBytes = body?.length ?? -1;
    if (body !== undefined) bytes.set(body, this.#at + this.#idBytes + this.#textBytes);
    blocks.at += this.#ownBytes;
    this.#texts = undefined;
  }

  /** Lies in the newest block from now on. What it says stays the same. */
  move(blocks: Blocks): void {
    const block = blocks.withRoom(this.#ownBytes);
    this.#block?.bytes.copy(block.bytes, blocks.at, this.#at, this.#at + this.#ownBytes);
    this.#block = block;
    this.#at = blocks.at;
    blocks.at += this.#ownBytes;
  }

  /** Its exchange has made room: what it has of it is nobody's any more. */
  release(): void {
    this.#created = undefined;
    this.#page = undefined;
    this.#texts = undefined;
  }

  /** Notes how long its response took, once that is known. */
  end({ durationMs, endedWorld, left }: Entry): void {
    this.#durationMs = durationMs ?? Number.NaN;
    this.#endedWorld = endedWorld ?? Number.NaN;
    this.left = left;
  }

  get id(): string {
    return this.#block?.bytes.toString("utf8", this.#at, this.#at + this.#idBytes) ?? "";
  }

  get target(): string {
    return this.#read()[0];
  }

  get durationMs(): number | null {
    return Number.isNaN(this.#durationMs) ? null : this.#durationMs;
  }

  get endedWorld(): number | null {
    return Number.isNaN(this.#endedWorld) ? null : this.#endedWorld;
  }

  /** About what it costs, in bytes. */
  get bytes(): number {
    return bareBytes + this.#ownBytes;
  }

  /** How many bytes of a block it takes. */
  get #ownBytes(): number {
    return this.#idBytes + this.#textBytes + Math.max(0, this.#bodyBytes);
  }

  /** The number of the block that it lies in. */
  get block(): number {
    return this.#block?.number ?? 0;
  }

  get sent(): ByteRange | undefined {
    return this.#sentBytes === 0 ? undefined : { from: this.#sentFrom, bytes: this.#sentBytes };
  }

  /** As it is now, for whoever has it longer than it is here. */
  entry(): Entry {
    const { id, target, durationMs, endedWorld } = this;
    return Object.assign({ id, target, hint: this.#hint, durationMs, endedWorld }, this);
  }

  /** What was sent. The body is the memory that it lies in. */
  raw(): Raw {
    const [, asked, answered, ids, emails] = this.#read();
    return {
      headers: withDifferences({ headers: this.#asked, differences: asked }),
      body: this.#body(),
      ...(this.#digest !== undefined && { digest: this.#digest }),
      answered: withDifferences({
        headers: this.#answered,
        differences: answered,
      }) as Raw["answered"],
      created: this.#created ?? nothing,
      profiles: { ids, emails },
      page: this.#page,
      redaction: this.#redaction as Redaction,
    };
  }

  #body(): Uint8Array | undefined {
    if (this.#bodyBytes < 0) return undefined;
    const from = this.#at + this.#idBytes + this.#textBytes;
    return this.#block?.bytes.subarray(from, from + this.#bodyBytes);
  }

  #read(): Texts {
    const from = this.#at + this.#idBytes;
    const text = this.#block?.bytes.toString("utf8", from, from + this.#textBytes);
    return (this.#texts ??= JSON.parse(text ?? "[]") as Texts);
  }
}

/** From how many characters on the bytes of a text are counted: until then that takes longer than the room is worth. */
const longText = 4096;

/** A character is three bytes at most. */
const bytesAtMost = (text: string): number =>
  text.length < longText ? text.length * 3 : Buffer.byteLength(text);
