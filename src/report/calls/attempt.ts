import type { StageName } from "../../contract/stages.ts";
import type { Injected } from "../../world/faults/injected.ts";
import type { GivenPage } from "../../world/journal/entry.ts";
import type { CreatedRecord, RecordChange } from "../../world/store/record-change.ts";

/**
 * `answered`: below 400. `refused`: 4xx or 5xx. `lost`: it did not arrive as a whole, or the client did not wait for
 * it. `spoilt`: it arrived and cannot be read. `open`: it was still waited for when the report was written.
 */
export type Outcome = "answered" | "refused" | "lost" | "spoilt" | "open";

export interface Name {
  readonly by: "test id" | "idempotency key" | "unique_id";
  readonly value: string;
}

/** The two forms of `Retry-After` (RFC 9110, 10.2.3), and what has none: a word, or less than 0. */
export type PromiseForm = "seconds" | "date" | "unreadable";

export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

/** What a request carries, as far as its retries must carry it, too. */
export interface Sent {
  /** `broken`: it is said to be JSON, and is none. */
  readonly body: "none" | "whole" | "broken";
  readonly type: string;
  readonly encoding: string;
}

/** One request as its client made it: all that the rules look at. Times are in milliseconds. */
export interface Attempt {
  readonly exchange: string;
  /** The row's id, or method and path of one that there is none for. */
  readonly operation: string;
  readonly hasRow: boolean;
  readonly method: string;
  readonly target: string;
  readonly path: string;
  /** In words, such as `create_event for p1@example.com`. */
  readonly about: string;
  /** The account that it names, else a digest of its credentials. */
  readonly account: string;
  /** A digest of its credentials: two with the same were sent with the same key or token. Empty: it had none. */
  readonly credential: string;
  readonly isToken: boolean;
  readonly app: string | null;
  readonly agent: string;
  readonly revision: string | null;
  readonly name: Name | undefined;
  /** What its test id is, also where something else names it. */
  readonly testId: string | undefined;
  /** The id of the trace that it is in, as its `traceparent` says (W3C Trace Context, 3.2). */
  readonly trace: string | undefined;
  /** Account, method and target, or a digest of them and the body: requests with the same are alike. */
  readonly likeness: string;
  /** The same of what is left without the names that its body has: what differs in them alone has the same. */
  readonly kin: string;
  readonly hasBody: boolean;
  /** The names of the members of its body, at every depth: requests with others may be made by other code. */
  readonly members: () => string;
  /** The number of its connection; null: it came without a socket. */
  readonly connection: number | null;
  /** Whether it asked for the end of its connection (`Connection: close`). */
  readonly closes: boolean;
  readonly sent: Sent;
  /** Whether it is an event with neither a `unique_id` nor a `time`: who sends it again in another second makes another. */
  readonly isUndated: boolean;
  /** In the client's time, since 1970. */
  readonly at: number;
  /** When its answer was sent, or the client gave up waiting; Infinity: it is open. */
  readonly end: number;
  /** The same in the world's time. */
  readonly atWorld: number;
  readonly endWorld: number;
  /** World time a unit of the client's. */
  readonly pace: number;
  readonly status: number | null;
  readonly outcome: Outcome;
  /** Whether the client went away before the whole answer was there. */
  readonly left: boolean;
  /** What its answer told the client to wait; undefined: nothing, or nothing that can be read. */
  readonly retryAfterMs: number | undefined;
  /** How it said so: a client that reads one form may not read the other. */
  readonly promisedBy: PromiseForm | undefined;
  readonly budget: Budget | undefined;
  readonly stage: StageName;
  readonly faults: readonly string[];
  readonly injected: readonly Injected[];
  readonly written: readonly RecordChange[];
  readonly page: GivenPage | undefined;
  readonly created: readonly CreatedRecord[];
}

export type Attempts = readonly Attempt[];

export const lastOf = (attempts: Attempts): Attempt => attempts.at(-1) as Attempt;

/** Whether it has a name by which the service, too, can tell that it is sent again. */
export const isNamed = ({ name }: Attempt): boolean => name !== undefined && name.by !== "test id";

export const failed = ({ outcome }: Attempt): boolean =>
  outcome === "refused" || outcome === "lost" || outcome === "spoilt";

/** The end of an attempt that the client broke off is heard of a little later than it happened. */
const leaveSlackMs = 20;

export const overAt = ({ end, left }: Attempt): number => end - (left ? leaveSlackMs : 0);

export const endsBefore = (from: Attempt, to: Attempt): boolean => overAt(from) <= to.at;

export const waitedMs = (from: Attempt, to: Attempt): number => to.at - from.end;

/** How long the client was told to wait that is still to come when another begins. */
export const tooEarlyMs = (from: Attempt, to: Attempt): number =>
  from.retryAfterMs === undefined ? 0 : from.retryAfterMs - waitedMs(from, to);

/** When it may be tried again: where it was told to wait, at the end of that. */
export const allowedAt = ({ end, retryAfterMs = 0 }: Attempt): number => end + retryAfterMs;

/** How long after a failure its retry may come, in milliseconds, unless the answer said longer. */
const retryWithinMs = 60_000;

export const lastChance = ({ end, retryAfterMs = 0 }: Attempt): number =>
  end + Math.max(retryWithinMs, 3 * retryAfterMs);
