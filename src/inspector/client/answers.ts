/**
 * What the control API answers with, as far as the page reads it. `test/inspector/answers.test-d.ts` holds these types
 * against the emulator's own.
 */

/** One record that a request wrote. */
interface Written {
  readonly collection: string;
  readonly id: string;
  readonly change: string;
}

/** One request and its response, as a row shows it. */
export interface Entry {
  readonly id: string;
  readonly arrivedReal: number;
  readonly arrivedWorld: number;
  /** World time a unit of the client's. */
  readonly pace: number;
  readonly method: string;
  readonly target: string;
  readonly operation: string | null;
  readonly account: string | null;
  readonly key: string | null;
  readonly app: string | null;
  readonly testId: string | null;
  readonly sentBy: "client" | "inspector" | "consent page" | "browser";
  readonly revision: string | null;
  readonly status: number | null;
  readonly retryAfter: string | null;
  readonly lostStatus: number | null;
  readonly stage: string;
  readonly faults: readonly string[];
  readonly injected: readonly string[];
  readonly hint: string | null;
  readonly durationMs: number | null;
  readonly bodyBytes: number;
  readonly written: readonly Written[];
  readonly repeats: string | null;
  /** What it wrote a second time, since the first response had failed its client. */
  readonly duplicates?: { readonly of: string; readonly records: number };
}

/** A request or a response, as far as it is kept. */
interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly truncated: boolean;
}

export type WindowName = "burst" | "steady" | "day";

/** A counter as it stood when a request met it. */
interface MetCounter {
  readonly name: string;
  readonly window: WindowName;
  readonly used: number;
  readonly limit: number;
  readonly opensAtMs: number;
  readonly refused: boolean;
}

/** One request with everything that is known of it. */
export interface EntryDetail extends Entry {
  readonly request: Message;
  readonly response: Message;
  readonly profiles: { readonly ids: readonly string[]; readonly emails: readonly string[] };
  /** The stages that it walked, up to the one that answered. */
  readonly stages: readonly { readonly name: string; readonly outcome: string }[];
  readonly counters: readonly MetCounter[];
  /** The instant that its Retry-After promised, in world time. */
  readonly promise: { readonly atMs: number; readonly seconds: number } | null;
}

/** A counter as it stands. */
export interface Counter {
  readonly app?: string;
  readonly name: string;
  readonly window: WindowName;
  readonly used: number;
  readonly limit: number;
  readonly opensAtMs: number;
  /** Set while a refusal's promise keeps it shut, whatever `used` says. */
  readonly shutUntilMs: number | null;
}

interface Forecast {
  readonly operation: string;
  readonly perSecond: number;
  readonly full: { readonly window: string; readonly inSeconds: number } | null;
}

export interface Limits {
  readonly mode: "real" | "off" | "scaled";
  readonly factor?: number;
  readonly accounts: readonly {
    readonly account: string;
    readonly counters: readonly Counter[];
    readonly forecasts: readonly Forecast[];
  }[];
}

/** A fault as its author writes it; the schema says which members there are. */
export type FaultInput = Readonly<Record<string, unknown>>;

export interface FaultView extends FaultInput {
  readonly id: string;
  readonly state: "waiting" | "active" | "spent" | "expired" | "off";
  readonly remaining: number | "always";
  readonly nextStep?: number;
  readonly hits: { readonly count: number; readonly exchanges: readonly string[] };
  readonly doubledWrites: number;
}

export interface Clock {
  readonly mode: "real" | "offset" | "frozen" | "accelerated";
  readonly factor: number;
  /** World time, in milliseconds since 1970. */
  readonly ms: number;
}

export interface Health {
  readonly version: string;
  readonly revisions: { readonly oldest: string; readonly newest: string };
  readonly accounts: readonly {
    readonly companyId: string;
    readonly counts: Readonly<Record<string, number>>;
  }[];
}

export interface Operation {
  readonly id: string;
  readonly area: string;
  readonly method: string;
  readonly path: string;
  readonly tier: string | null;
}

/** What a fault would have met of the requests that are kept. */
export interface DryRun {
  readonly kept: number;
  readonly met: number;
  readonly exchanges: readonly string[];
  readonly warnings: readonly string[];
}

/** A JSON Schema, as far as a form is made from it. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number | boolean)[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The document of the control API, as far as the page reads it. */
export interface ApiDocument {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post?: {
          readonly requestBody?: {
            readonly content: { readonly "application/json": { readonly schema: Schema } };
          };
        };
      }
    >
  >;
}
