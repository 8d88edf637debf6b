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

export interface AttemptOfCard {
  readonly exchange: string;
  readonly at: number;
  readonly took: number | null;
  readonly status: number | null;
  readonly outcome: "answered" | "refused" | "lost" | "spoilt" | "open";
  readonly retryAfter: number | null;
  readonly waited: number | null;
  readonly faults: readonly string[];
}

export interface CallOfCard {
  readonly id: number;
  readonly operation: string;
  readonly about: string;
  readonly knownBy: "name" | "difference" | "likeness";
  readonly named: string | null;
  readonly outcome: "succeeded" | "gave up" | "refused" | "open";
  readonly attempts: readonly AttemptOfCard[];
}

export interface Evidence {
  readonly result: string;
  readonly call: number | null;
  readonly exchanges: readonly string[];
  readonly text: string;
}

interface RuleOfCard {
  readonly rule: string;
  readonly title: string;
  readonly passed: number;
  readonly failed: number;
  readonly undecided: number;
  readonly leaning: "pass" | "fail" | null;
  readonly wouldDecide: string | null;
  readonly verdict: "pass" | "fail" | "undecided" | "not exercised";
  readonly message: string;
  readonly evidence: readonly Evidence[];
}

/** The report card, live. */
export interface Card {
  readonly run: {
    readonly from: string | null;
    readonly seconds: number;
    readonly requests: number;
    readonly calls: number;
    readonly callsByLikeness: number;
    readonly dropped: number;
  };
  readonly preset: string;
  readonly passed: boolean;
  readonly rules: readonly RuleOfCard[];
  readonly calls: readonly CallOfCard[];
  readonly coverage: {
    readonly share: number;
    readonly pairs: readonly {
      readonly operation: string;
      readonly fault: string;
      readonly met: number;
      readonly survived: number;
      readonly undecided: number;
    }[];
    readonly neverMet: readonly string[];
  };
  readonly whatIf: {
    readonly operations: readonly {
      readonly operation: string;
      readonly tier: string | null;
      readonly requests: number;
      readonly perSecond: number;
      readonly perMinute: number;
      readonly tiers: readonly { readonly tier: string; readonly refused: number }[];
    }[];
  };
  readonly policy: {
    readonly attempts: number;
    readonly baseMs: number;
    readonly factor: number;
    readonly capMs: number;
    readonly honourRetryAfter: boolean;
    readonly retryStatuses: readonly number[];
    readonly retryLostWrites: boolean;
    readonly reasons: readonly string[];
  };
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

/** Records of one collection. */
export interface Records<R> {
  readonly account: string;
  readonly collection: string;
  readonly total: number;
  readonly records: readonly R[];
  readonly more: boolean;
}

/** What is to be done at an instant of the world's time. */
export interface Work {
  readonly id: string;
  readonly due: number;
  readonly kind: string;
}

interface ConsentOf {
  readonly state: string;
  readonly at: number | null;
  readonly method: string | null;
}

/** A profile as it is stored. */
export interface Profile {
  readonly id: string;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly external_id: string | null;
  readonly anonymous_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly created: number;
  readonly updated: number;
  readonly last_event_date: number | null;
  readonly consent: {
    readonly email: ConsentOf;
    readonly sms: ConsentOf;
    readonly suppression: readonly unknown[];
  };
}

/** An event as it is stored. */
export interface StoredEvent {
  readonly id: string;
  readonly time: number;
  readonly metric: string;
  readonly profile: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** That a profile is in a list or a segment. */
export interface Membership {
  readonly kind: string;
  readonly group: string;
  readonly profile: string;
  readonly joined: number | null;
}

/** What has a name of its own. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** A message of the outbox. */
export interface Mail {
  readonly id: string;
  readonly account: string;
  readonly channel: string;
  readonly to: string | null;
  readonly name: string | null;
  readonly subject: string | null;
  readonly status: string;
  readonly at: string;
  readonly campaign: string | null;
  readonly flow: string | null;
  readonly profile: string | null;
  readonly links: readonly {
    readonly kind: string;
    readonly url: string;
    readonly target: string | null;
  }[];
}

/** A message with its text, and where a frame shows it. */
export interface MailDetail extends Mail {
  readonly text: string | null;
  readonly html: string | null;
  readonly view?: string | null;
}

/** A named state. */
export interface Snapshot {
  readonly name: string;
  readonly takenAt: string;
  readonly accounts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** What differs of one collection between two states. */
export interface CollectionDifference {
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number };
  readonly added: readonly { readonly id: string }[];
  readonly removed: readonly { readonly id: string }[];
  readonly changed: readonly unknown[];
}

/** What differs, by account and collection. */
export type Difference = Readonly<Record<string, Readonly<Record<string, CollectionDifference>>>>;

/** A call of a webhook, with its attempts. */
export interface Delivery {
  readonly id: string;
  readonly account: string;
  readonly webhook: string;
  readonly topics: readonly string[];
  readonly entries: number;
  readonly state: "pending" | "delivered" | "failed" | "dropped";
  readonly nextAt: string | null;
  readonly faults: readonly string[];
  readonly attempts: readonly {
    readonly at: string;
    readonly status: number | null;
    readonly ms: number | null;
    readonly error: string | null;
    readonly faults: readonly string[];
  }[];
}

/** A webhook as it is stored. */
export interface Webhook extends Named {
  readonly url: string;
  readonly enabled: boolean;
  readonly topics: readonly string[];
}

/** A revision, and how it stands. */
export interface Revision {
  readonly revision: string;
  readonly status: string;
  readonly sunset: string | null;
  readonly patches: readonly unknown[];
}

/** What receivers of webhooks did, judged. */
export interface ReceiverCard {
  readonly rules: readonly RuleOfCard[];
}
