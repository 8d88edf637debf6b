import type { StageName } from "../../contract/stages.ts";
import type { Injected } from "../faults/injected.ts";
import type { Redaction } from "./redact.ts";
import type { CreatedRecord, RecordChange } from "../store/record-change.ts";
import type { OperationId } from "../../contract/names.ts";

/** What an answer gave of a list. It holds records that are there anyway, and copies none. */
export interface GivenPage {
  readonly records: readonly { readonly id: string }[];
  /** How many were asked for. */
  readonly size: number;
  /** The cursor of the page after it, as a client is given it; null: it is the last one. */
  readonly next: () => string | null;
  /** The ids of all records that a walk from here on should give, as it is while page faults are planned. */
  readonly whole: (() => readonly string[]) | undefined;
}

/** What sent a request: a client, or what nothing grades: the inspector, the consent page, a browser by itself. */
export type SentBy = "client" | "inspector" | "consent page" | "browser";

export const isOfClient = ({ sentBy }: { readonly sentBy: SentBy }): boolean => sentBy === "client";

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
  /** What the header `x-emulator-test-id` says, else the name in its URL (`/~checkout-7/api/…`). */
  readonly testId: string | null;
  readonly sentBy: SentBy;
  /** The number of the connection on which it came, from 1 on; null: it came without a socket. */
  readonly connection: number | null;
  /** The revision that was applied. */
  readonly revision: string | null;
  /** null: no head was sent, since a fault broke the connection. */
  readonly status: number | null;
  /** What the answer said in Retry-After, as it was sent. */
  readonly retryAfter: string | null;
  /** What it would have been answered with, had no fault spoilt that. */
  readonly lostStatus: number | null;
  /** The stage that answered. */
  readonly stage: StageName;
  /** The faults that acted, the one that gave the outcome first, and what they did. */
  readonly faults: readonly string[];
  readonly injected: readonly Injected[];
  readonly hint: string | null;
  /** In the client's time, until the whole answer was sent or its client left; null before that. */
  durationMs: number | null;
  /** The world's time at that moment. */
  endedWorld: number | null;
  /** Whether the client went away before the whole answer was there. */
  left: boolean;
  readonly bodyBytes: number;
  readonly written: readonly RecordChange[];
  /** The exchange whose lost answer this one asks for again. */
  repeats: string | null;
}

/**
 * An entry where it lies, to be looked at: some of it is worked out when it is read, and all of it changes when its
 * request does. It lacks its hint, and so is no `Entry`: who hands one out, spreads it or writes it as JSON makes it one
 * first (`Received.shown()`).
 */
export type EntryView = Omit<Entry, "hint">;

/** A request or a response, as far as it is kept. Secrets are not in it. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON where it is JSON, else text; undefined: there was none, or it is not kept any more. */
  readonly body: unknown;
  /** Whether there was more than what is kept. */
  readonly truncated: boolean;
}

/** An entry with the heads and the bodies of its request and its response, as far as they are kept. */
export interface EntryDetail extends Entry {
  readonly request: Message;
  readonly response: Message;
  /** The profiles that it was about: their ids, and their emails in lower case. */
  readonly profiles: { readonly ids: readonly string[]; readonly emails: readonly string[] };
}

/** Where the body of an answer was put: it is there until as much has come behind it as there is room. */
export interface ByteRange {
  /** Of all bytes that were ever put there. */
  readonly from: number;
  readonly bytes: number;
}

/** What an entry's detail is made of, when somebody asks for it. */
export interface Raw {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined: more than is ever read. */
  readonly body: Uint8Array | undefined;
  /** Of a body that is longer than what is kept of it: tells two apart. */
  readonly digest?: string;
  readonly answered: Readonly<Record<string, string>>;
  /** The records that it created, as they were then. */
  readonly created?: readonly CreatedRecord[];
  readonly profiles: EntryDetail["profiles"];
  readonly page?: GivenPage | undefined;
  /** What must not be shown of all this. */
  readonly redaction: Redaction;
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

const isFailure = ({ status }: EntryView): boolean => status === null || status >= 400;

export const passes = (entry: EntryView, filter: EntryFilter): boolean =>
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
