import type { Operation } from "../contract/compile.ts";
import type { Match } from "../contract/route.ts";
import type { StageName } from "../contract/stages.ts";
import type { Revision } from "../contract/revisions.ts";
import type { Parameters } from "../jsonapi/parameters.ts";
import type { Query } from "../jsonapi/query.ts";
import type { Refusal } from "../jsonapi/refusal.ts";
import type { Api, Behavior } from "../verbs/call.ts";
import type { Account } from "../world/account.ts";
import type { Clock } from "../world/clock.ts";
import type { Subject } from "../world/fault-match.ts";
import type { Fault } from "../world/fault.ts";
import type { Act } from "../world/faults.ts";
import type { Entry } from "../world/entry.ts";
import type { Wanted } from "../world/limits.ts";
import type { Written } from "../world/written.ts";
import type { World } from "../world/world.ts";

import type { Credentials } from "./credentials.ts";
import type { Incoming } from "./incoming.ts";
import type { OAuthRequest } from "./oauth/request.ts";

/** Profiles as a request names them; emails in lower case. */
export interface NamedProfiles {
  readonly ids: string[];
  readonly emails: string[];
}

/**
 * One request on its way. `open` fills the first part; each stage may fill what later stages read.
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
  /** Of a request of OAuth: what it says. */
  readonly oauth: OAuthRequest | undefined;

  /** Set by authenticate. */
  account: Account | undefined;
  /** Set by limit, once something was taken: of all that was, what has the tightest limits. */
  taken: Wanted | undefined;
  /** Set by the revision stage: whose shapes the answer has, and what the client may call it. */
  revision: Revision | undefined;
  revisionName: string | undefined;
  /** Set by the query stage. */
  query: Query | undefined;
  /** Set by the body stage. */
  body: unknown;
  /** The body's JSON value, or why it has none, once somebody asked (`jsonOf`). */
  json: { readonly value: unknown } | undefined;
  /** What faults did to it, before and after. */
  acts: readonly Act[];
  /** The status of the answer that a fault took the place of or spoilt. */
  lostStatus: number | undefined;
  /** The profiles that it names, and the emails of them all, once a fault asked for them. */
  named: NamedProfiles | undefined;
  emails: readonly string[] | undefined;
  /** The request as faults look at it, once one did. */
  subject: Subject | undefined;
  /** The fault that the request asked for itself. */
  ownFault: Fault | undefined;
  /** When the client went away while it waited, in its own time and the world's. */
  left: { readonly real: number; readonly world: number } | undefined;
  /** What it wrote, once it is done. */
  written: readonly Written[] | undefined;
  /** What the journal has of it, once it is closed. */
  entry: Entry | undefined;
  /** The stage that answered. */
  stage: StageName;
}
