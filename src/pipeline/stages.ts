import type { StageName, walkedStages } from "../contract/stages.ts";
import { authenticate } from "./authenticate.ts";
import { body } from "./body.ts";
import { preflight } from "./cors.ts";
import { handle } from "./handle.ts";
import { limit } from "./limit.ts";
import { oauth } from "./oauth/oauth.ts";
import { permit } from "./permit.ts";
import { plan } from "./plan.ts";
import { query } from "./query.ts";
import { retired } from "./retired.ts";
import { revision } from "./revision.ts";
import { row } from "./row.ts";
import type { Stage } from "./stage.ts";

/** Every stage by its name, in the order in which the contract names them. */
type Way<Names extends readonly StageName[]> = {
  readonly [Index in keyof Names]: readonly [name: Names[Index], stage: Stage];
};

/**
 * The way of one request. The order is the service's order of refusals: a request that breaks
 * several rules is refused by the first stage in this list. `open` goes before, `present` and
 * `close` come after; `run.ts` walks the list.
 */
export const stages: Way<typeof walkedStages> = [
  ["preflight", preflight], //       204 what a browser asks before it sends to /client
  ["retired", retired], //           410 the legacy routes, whatever the headers
  ["plan", plan], //                 what a planned fault says
  ["oauth", oauth], //               its own requests, and its own errors: nothing below is theirs
  ["authenticate", authenticate], // 401 on /api, 400 on /client
  ["permit", permit], //             403 a scope is missing
  ["limit", limit], //               429 a window is full
  ["revision", revision], //         400 missing or malformed, 404 future or too old, 410 retired
  ["row", row], //                   404 no such path, 405 no such method
  ["query", query], //               400 with source.parameter
  ["body", body], //                 415, 413, 400 with source.pointer
  ["handle", handle], //             404, 409, 400, 501, or what was asked for
];
