// Printed by the program, checked by a test: UPDATE_TYPES=1 npx vitest run test/printed-types

import type { LimitsInput } from "../control/limits.ts";
import type { Amount } from "../control/types.ts";
import type { Fixture } from "../seeding/fixture/shape.ts";
import type { FaultInput, Which } from "../world/faults/types.ts";

/** A step of a scenario: when it is done, and what it does. */
// oxfmt-ignore
export interface Step {
  /** How the verdict calls it; each name once. */
  readonly name?: string;
  /** After so much world time, such as +5s. Without a trigger: at the start. */
  readonly at?: string;
  /** Once this many matching requests were answered. */
  readonly after?: Which & {
    /** How many of them. */
    readonly requests: number;
  };
  /** Once the first such request was answered. */
  readonly when?: Which;
  /** Plans a fault, in the language of faults add. */
  readonly fault?: FaultInput;
  /** Sets or moves the emulator's clock. */
  readonly clock?: {
    /** How it runs from then on. */
    readonly mode?: "real" | "offset" | "frozen" | "accelerated";
    /** A datetime. */
    readonly at?: string;
    /** For mode offset. */
    readonly by?: string;
    /** For mode accelerated: how many times as fast. */
    readonly factor?: number;
    /** Moves it forward. */
    readonly advance?: string;
    /** Lets a frozen clock run again. */
    readonly resume?: boolean;
  };
  /** Changes a revision; one that is not known is brought. */
  readonly revision?: {
    /** Which one. */
    readonly revision: string;
    /** What becomes of it. */
    readonly status?: "active" | "deprecated" | "retired";
    /** When it is announced to end. */
    readonly sunset?: string;
    /** 410, or the next one that is served. */
    readonly whenRetired?: "gone" | "forward";
    /** Changes to its responses. */
    readonly patches?: readonly (Readonly<Record<string, unknown>>)[];
  };
  /** What a request without a revision gets. */
  readonly defaultRevision?: "refuse" | "oldest" | "newest";
  /** Sets the rate limits, as PUT /_emulator/limits does. */
  readonly limits?: LimitsInput;
  /** Sets what becomes of messages, as PUT /_emulator/rates does. */
  readonly rates?: {
    /** How many messages are delivered. */
    readonly deliver?: number;
    /** How many messages bounce. What is neither delivered nor bounced is dropped. */
    readonly bounce?: number;
    /** How many of the delivered messages are opened. */
    readonly open?: number;
    /** How many of the delivered messages are clicked. */
    readonly click?: number;
    /** How many of the delivered messages are unsubscribed from. */
    readonly unsubscribe?: number;
    /** How many of the delivered messages are marked as spam. */
    readonly spam?: number;
  };
  /** Puts these parts back. */
  readonly reset?: readonly ("state" | "limits" | "faults" | "journal" | "clock" | "revisions" | "tokens")[];
  /** Adds a fixture document to the state, as POST /_emulator/seed does. */
  readonly seed?: Fixture;
  /** Deletes records, with all that goes with them. */
  readonly delete?: {
    /** profiles, or what the service lets a client delete, such as lists. */
    readonly collection: string;
    /** A company id. Default: the first account. */
    readonly account?: string;
    /** In the service's own language. Default: all of them. */
    readonly filter?: string;
  };
  /** Revokes a private key, or OAuth tokens. */
  readonly revoke?: {
    /** The name of a private key. */
    readonly key?: string;
    /** The client id of an OAuth app: revokes its tokens, refresh tokens too. * for every app. */
    readonly app?: string;
    /** A company id. Default: of a key the first account, of tokens every account. */
    readonly account?: string;
  };
  /** Keeps the state by this name. */
  readonly snapshot?: string;
  /** Puts the state of this name back. */
  readonly restore?: string;
  /** The run passes although the step never fires, or its fault meets no request. */
  readonly optional?: boolean;
}

/** What must be true at the end of a scenario: exactly one of its members, and a name. */
// oxfmt-ignore
export interface Expectation {
  /** Name of this expectation in the verdict. */
  readonly name?: string;
  /** Number of matching requests. */
  readonly requests?: Which & Amount;
  /** Matching requests arrived in this order; others may come between. */
  readonly order?: readonly Which[];
  /** Number of matching records stored at the end. */
  readonly state?: Amount & {
    /** Collection, such as events. */
    readonly collection: string;
    /** Company id. Default: the first account. */
    readonly account?: string;
    /** Filter in the service's own language. */
    readonly filter?: string;
    /** Members of the stored records, such as { name: VIP }. */
    readonly where?: Readonly<Record<string, unknown>>;
  };
  /** Number of matching messages that were sent. */
  readonly outbox?: Amount & {
    /** Address, number or device token; * matches anything. */
    readonly to?: string;
    /** Subject as rendered; * matches anything. */
    readonly subject?: string;
    /** Id or name of the campaign. */
    readonly campaign?: string;
    /** Id of the flow. */
    readonly flow?: string;
    /** Id of the campaign's or flow's message, or of the conversation. */
    readonly message?: string;
    /** Id of the profile. */
    readonly profile?: string;
    /** Channel. */
    readonly channel?: "email" | "sms" | "push" | "whatsapp";
    /** The furthest that it has got. */
    readonly status?: "delivered" | "bounced" | "dropped" | "opened" | "clicked" | "unsubscribed" | "marked";
    /** Company id. Default: every account. */
    readonly account?: string;
  };
  /** After each Retry-After, the same caller waited that long. */
  readonly waits?: Which & {
    /** How early a retry may come. */
    readonly tolerance?: string;
  };
  /** Time between one matching request and the next, as the client waited. */
  readonly gap?: Which & {
    /** Shortest time. */
    readonly min?: string;
    /** Longest time. */
    readonly max?: string;
  };
  /** Highest rate of matching requests. */
  readonly pace?: Which & {
    /** Highest number of requests. */
    readonly max: number;
    /** Within any span of this length. */
    readonly in: string;
  };
  /** Longest time from the first request to the last response, as the client waited. */
  readonly within?: string;
  /** Number of duplicate records written by retries of lost responses. */
  readonly doubled?: number;
  /** Number of requests that the fault of a step hit. */
  readonly hits?: Amount & {
    /** Name of a step with a fault. */
    readonly step: string;
  };
  /** Rules of the report card that pass; an undecided one is not enough. */
  readonly rules?:
    | readonly ("retries"
    | "stops"
    | "retry-after"
    | "growing"
    | "jitter"
    | "attempts"
    | "total-time"
    | "doubled-write"
    | "slows"
    | "stampede"
    | "budget"
    | "gives-up"
    | "revision"
    | "token"
    | "repeats"
    | "reads-all"
    | "patience"
    | "storm"
    | "same-request"
    | "corrupt"
    | "layers"
    | "connections")[];
  /** Number of matching lines that the command printed to stdout. */
  readonly prints?: Amount & {
    /** The whole line; * matches anything. */
    readonly line: string;
  };
  /** Exit code of the command; any: it may end as it likes, and say that it gave up. Default: 0. */
  readonly exit?: number | "any";
  /**
   * As without faults: the stored records, the lines on stdout, the number of requests, or the operations
   * that succeed.
   */
  readonly same?: "state" | "output" | "requests" | "operations";
  /** No record is stored more often than without faults, and no retry wrote one twice. */
  readonly once?: "state";
  /** Operation of a list, such as $walked: read to its end as often as without faults. */
  readonly allRead?: string;
  /** Rules of the report card of which none fails. */
  readonly unbroken?:
    | readonly ("retries"
    | "stops"
    | "retry-after"
    | "growing"
    | "jitter"
    | "attempts"
    | "total-time"
    | "doubled-write"
    | "slows"
    | "stampede"
    | "budget"
    | "gives-up"
    | "revision"
    | "token"
    | "repeats"
    | "reads-all"
    | "patience"
    | "storm"
    | "same-request"
    | "corrupt"
    | "layers"
    | "connections")[];
}

/** A scenario file: a timeline of what happens, and what must be true at the end. */
// oxfmt-ignore
export interface Scenario {
  /** Short name, such as lost-response. */
  readonly name: string;
  /** The bug that the scenario finds. */
  readonly description?: string;
  /** Fixtures, when the run starts its own emulator. Default: small. */
  readonly fixtures?: readonly string[];
  /** Settings, when the run starts its own emulator. */
  readonly settings?: {
    /** Seed of the random generators. */
    readonly seed?: number;
    /** real, off, or a multiple such as x10. */
    readonly rateLimits?: string;
    /** Freeze the clock at this datetime. */
    readonly frozenAt?: string;
    /** all, or as the service retires them. */
    readonly revisionLife?: "all" | "service";
    /** Word before the key in the Authorization header. */
    readonly authScheme?: string;
  };
  /** What $written, $read, $walked, $revision and $token stand for. Default: what the client does. */
  readonly roles?: {
    /** Operation that writes. */
    readonly written?: string;
    /** Operation that reads. */
    readonly read?: string;
    /** List of which the client reads several pages. */
    readonly walked?: string;
    /** Revision that the client sends. */
    readonly revision?: string;
    /** Client id of the OAuth app whose access token the client sends. */
    readonly token?: string;
  };
  /** What happens, in this order. */
  readonly steps?: readonly Step[];
  /** What must be true at the end. */
  readonly expect?: readonly Expectation[];
}
