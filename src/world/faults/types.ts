// Printed by the program, checked by a test: UPDATE_TYPES=1 npx vitest run test/printed-types

import type { OperationId, ServiceStatus } from "../../contract/names.ts";
import type { StageName } from "../../contract/stages.ts";

/** What a fault does to one request. */
// oxfmt-ignore
export interface OutcomeInput {
  /** Answer with this status, and the service's own error body. */
  readonly status?: ServiceStatus | (number & Record<never, never>);
  /**
   * Answer as a proxy before the service does: with this status and a page of HTML, and without the service's
   * headers.
   */
  readonly edge?: 403 | 429 | 502 | 503 | 504 | 520 | 521 | 522 | 523 | 524 | 525 | 526 | 527;
  /**
   * Retry-After: whole seconds (also 0 or negative), "computed" (the end of the steady window), "none",
   * "garbage", or { date } (an HTTP-date: an offset such as +2s or -1h, or a datetime).
   */
  readonly retryAfter?: number | "computed" | "none" | "garbage" | {
    readonly date: string;
  };
  /** In place of the response's body: a text as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Headers added to the response. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Wait before answering: a duration such as 250ms, { uniform: [100ms, 2s] } or { lognormal: { median:
   * 200ms, sigma: 0.6 } }.
   */
  readonly delay?: string | {
    readonly uniform?: readonly string[];
    readonly lognormal?: {
      readonly median: string;
      readonly sigma: number;
    };
  };
  /**
   * What becomes of the connection: reset is RST, close is FIN, hang never responds, idle-close is FIN after
   * the response, once no request has come for as long as idle says, close-reused is close, where the
   * connection had a response before.
   */
  readonly connection?:
    | "reset"
    | "close"
    | "close-after-head"
    | "close-mid-body"
    | "hang"
    | "idle-close"
    | "close-reused";
  /** With connection: idle-close, how long no request comes before it is closed (default 1s). */
  readonly idle?: string;
  /** What is wrong with the response's body, although it arrives as a whole. */
  readonly spoil?: "truncate" | "malformed" | "empty" | "content-type" | "garbage";
  /** How slowly the body comes: { over: 5s } or { bytesPerSecond: 1000 }. */
  readonly pace?: {
    readonly over?: string;
    readonly bytesPerSecond?: number;
  };
  /**
   * What is wrong with a page of a list: short (fewer than there are), empty (and the next link goes on),
   * repeat (its last record comes again), skip (a record comes on no page), cycle (the next link leads to the
   * first page), expire (its cursor is refused), or { cap } (never more than that).
   */
  readonly page?: "short" | "empty" | "repeat" | "skip" | "cycle" | "expire" | {
    readonly cap: number;
  };
  /** Answer a write with the success that it would have, and do nothing. */
  readonly ignore?: true;
  /**
   * Answer a write at once, and do it so much later; if what it touches has changed by then, it is dropped.
   */
  readonly late?: string;
  /** Answer a read with what there was so long ago. */
  readonly stale?: string;
  /**
   * Let this many of the first records of the job fail that the request starts: they are in its failed_count,
   * and among its errors.
   */
  readonly failures?: number;
  /** Fill this window for the caller, truly: the refusals last until it resets. */
  readonly limit?: "burst" | "steady";
  /** Of a delivery: it is never sent. */
  readonly drop?: true;
  /** Of a delivery: it is sent this many times in all, with the same external_ids. */
  readonly duplicate?: number;
  /**
   * Of a delivery: it is held back until there are this many, and they are sent in reverse; after a minute
   * without the others.
   */
  readonly reorder?: number;
  /** Of a delivery: its signature is not that of its bytes, or is left out. */
  readonly signature?: "wrong" | "missing";
  /** Of a delivery: its time stamps are so far off, such as -10m; it is signed with them. */
  readonly timestamp?: string;
  /** Of a delivery: it is split into calls of this many events. */
  readonly batch?: number;
}

/** What faults and expectations ask of a request, in addition to its operation, method and path. */
// oxfmt-ignore
export interface MatchInput {
  /** A company id. */
  readonly account?: string;
  /** The name of a key. */
  readonly key?: string;
  /** The client id of an OAuth app. */
  readonly app?: string;
  /** Test id: the request header x-emulator-test-id, or the name in the URL. */
  readonly testId?: string;
  /** The revision that the request asks for. */
  readonly revision?: string;
  /** The email of a profile that the request is about. */
  readonly email?: string;
  /** The id of a profile that the request is about. */
  readonly profileId?: string;
  /** Request headers; * stands for anything. */
  readonly header?: Readonly<Record<string, string>>;
  /** Query parameters; * stands for anything. */
  readonly query?: Readonly<Record<string, string>>;
  /** Members of the JSON body, nested or as dotted paths; * stands for anything. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** What faults ask of a request, or of a delivery. */
// oxfmt-ignore
interface FaultMatchInput extends MatchInput {
  /** Of a delivery: the id of its webhook, or the name. */
  readonly webhook?: string;
  /** Of a delivery: the id of a profile that one of its events is about. */
  readonly profile?: string;
}

/** A fault as its author writes it: the same in the library, in JSON, in YAML and in the CLI. */
// oxfmt-ignore
export interface FaultInput extends OutcomeInput {
  /** An operation id, or * for every request of the service. */
  readonly operation?: OperationId | "*";
  /** An area, such as events. */
  readonly area?: string;
  /** A method. */
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE" | "PUT";
  /** A path without its query; * stands for anything. */
  readonly path?: string;
  /**
   * In place of operation: calls of webhooks with an event of this topic, such as event:api.*; * stands for
   * anything.
   */
  readonly delivery?: string;
  /** Only such requests or deliveries: all that is given must hold. */
  readonly match?: FaultMatchInput;
  /** Let this many matches pass first. */
  readonly skip?: number;
  /** Then act this often (default 1); of a sequence: whole passes. */
  readonly times?: number | "always";
  /** Act on each match of this number. */
  readonly every?: number;
  /** From 0 to 1, drawn again for every match. */
  readonly probability?: number;
  /** Only between two clock times: datetimes, or offsets from planning such as +5s. */
  readonly between?: readonly string[];
  /** Stop for good after this long. */
  readonly ttl?: string;
  /** before: nothing has happened. after: it is done, and the response of a success is corrupted. */
  readonly where?: "before" | "after";
  /**
   * Keep refusing the same caller until its Retry-After is over, at no cost in times (the default for 429
   * with a number or a date).
   */
  readonly hold?: boolean;
  /** Allow a status that the service never gives. */
  readonly force?: boolean;
  /** No check fails because nothing met it, such as --all-faults-met or a scenario. */
  readonly optional?: boolean;
  /** One outcome for each match, in place of a single one; pass lets it through. */
  readonly sequence?: readonly ("pass" | OutcomeInput)[];
}

/** Which exchanges are meant, in scenarios and expectations. All that is given must hold. */
// oxfmt-ignore
export interface Which extends MatchInput {
  /** Operation id. */
  readonly operation?: OperationId;
  /** Status of the response. */
  readonly status?: number;
  /** Whether a response was sent: false where a fault broke the connection first. */
  readonly answered?: boolean;
  /** HTTP method. */
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE" | "PUT";
  /** Path without query; * matches anything. */
  readonly path?: string;
  /** Id of a fault that acted, such as fault-1. */
  readonly fault?: string;
  /** Stage that responded, such as limit. */
  readonly stage?: StageName;
}
