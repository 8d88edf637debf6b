import type { Operation } from "../contract/compile.ts";
import type { Match } from "../contract/route.ts";
import type { StageName } from "../contract/stages.ts";
import type { Revision } from "../contract/revisions.ts";
import type { Parameters } from "../jsonapi/parameters.ts";
import type { Query } from "../jsonapi/query.ts";
import type { Refusal } from "../jsonapi/refusal.ts";
import type { Api, Behavior } from "../verbs/invocation.ts";
import type { Account } from "../world/account.ts";
import type { Clock } from "../world/time/clock.ts";
import type { Subject } from "../world/faults/match.ts";
import type { Fault } from "../world/faults/fault.ts";
import type { Act } from "../world/faults/faults.ts";
import type { Entry, GivenPage } from "../world/journal/entry.ts";
import type { Wanted } from "../world/limits/limits.ts";
import type { CommittedChange } from "../world/store/record-change.ts";
import type { World } from "../world/world.ts";
import type { Credentials } from "./credentials.ts";
import type { Incoming } from "./incoming.ts";
import type { OAuthRequest } from "./oauth/request.ts";

/** Profiles as a request names them; emails in lower case. */
export type NamedProfiles = { readonly ids: string[]; readonly emails: string[] };

/**
 * One request on its way, in whichever phase: `open` fills the first part, and what later phases add is undefined
 * before them. It is one object from its opening to its close.
 */
export interface Exchange {
  readonly id: string;
  readonly incoming: Incoming;
  readonly world: World;
  /** The clock of whom it says it is from. */
  clock: Clock;
  readonly api: Api;
  readonly path: string;
  readonly queryString: string;
  /** World time, in milliseconds since 1970: of arrival, or when a planned delay had passed. */
  now: number;
  readonly arrivedWorld: number;
  readonly arrivedReal: number;
  readonly match: Match<Operation<Behavior>>;
  /** The row, also if it was asked by a wrong method; undefined: no such path. */
  readonly operation: Operation<Behavior> | undefined;
  readonly family: "api" | "client";
  readonly parameters: Parameters | Refusal;
  readonly credentials: Credentials;
  /** The client id of the app that asks. */
  readonly app: string | undefined;
  /** Of a request of OAuth: what it says. */
  readonly oauth: OAuthRequest | undefined;

  /** Set by `admit`. */
  account: Account | undefined;
  /** Set by limit, once something was taken: of all that was, what has the tightest limits. */
  taken: Wanted | undefined;
  /** Set by `versioned`: whose shapes the answer has, and what the client may call it. */
  revision: Revision | undefined;
  revisionName: string | undefined;
  /** Set by `read`. */
  query: Query | undefined;
  /** Set by the body stage: its row says what it is. */
  body: unknown;
  /** The body's JSON value, or why it has none, once somebody asked (`jsonOf`); of a form its parts. */
  json: { readonly value: unknown } | undefined;
  /** What faults did to it, before and after. */
  acts: readonly Act[];
  /** The status of the answer that a fault took the place of or spoilt. */
  lostStatus: number | undefined;
  /** The profiles that it names, and the emails of them all, once a fault asked for them. */
  named: NamedProfiles | undefined;
  emails: readonly string[] | undefined;
  subject: Subject | undefined;
  /** The fault that the request asked for itself. */
  ownFault: Fault | undefined;
  /** When the client went away while it waited, in its own time and the world's. */
  left: { readonly real: number; readonly world: number } | undefined;
  /** What a walk that begins with it should give, while page faults are planned. */
  whole: (() => readonly string[]) | undefined;
  page: GivenPage | undefined;
  /** What it wrote, once it is done. */
  written: readonly CommittedChange[] | undefined;
  /** What a person is told of a request that is not refused. */
  hint: string | undefined;
  /** What the journal has of it, once it is closed. */
  entry: Entry | undefined;
  stage: StageName;
}

/** As it came: nothing that it says was believed yet. */
export type Opened = Exchange;

export interface Admitted extends Opened {
  account: Account;
}

export interface Versioned extends Admitted {
  revision: Revision;
  revisionName: string;
}

export interface Routed extends Versioned {
  readonly match: Extract<Match<Operation<Behavior>>, { kind: "row" }>;
  readonly operation: Operation<Behavior>;
}

export interface Read extends Routed {
  query: Query;
}

/** Says whose account it is for: the one place where an exchange becomes admitted. */
export function admit(exchange: Opened, account: Account): Admitted {
  exchange.account = account;
  return exchange as Admitted;
}

/** @param name what the client may call the revision */
export function versioned(exchange: Admitted, revision: Revision, name: string): Versioned {
  exchange.revision = revision;
  exchange.revisionName = name;
  return exchange as Versioned;
}

export const isRouted = (exchange: Versioned): exchange is Routed => exchange.match.kind === "row";

export function read(exchange: Routed, query: Query): Read {
  exchange.query = query;
  return exchange as Read;
}
