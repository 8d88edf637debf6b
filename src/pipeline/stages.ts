import type { walkedStages } from "../contract/stages.ts";
import { authenticate } from "./authenticate.ts";
import { body, query } from "./body.ts";
import { preflight } from "./cors.ts";
import type { Opened } from "./exchange.ts";
import { permit, retired, row } from "./row.ts";
import { handle } from "./handle.ts";
import { limit } from "./limit.ts";
import { oauth } from "./oauth/oauth.ts";
import { plan } from "./faulty/plan.ts";
import { revision } from "./revision.ts";
import { Way } from "./stage.ts";

/**
 * The way of one request. The order is the service's order of refusals: a request that breaks
 * several rules is refused by the first stage in this list. Some stages lead it to its next phase
 * (`exchange.ts`), which is named behind the colon; the compiler refuses a stage that comes before
 * its own. `open` goes before, `present` and `close` come after; `run.ts` walks the list.
 */
export const stages = new Way<Opened, typeof walkedStages>()
  .through("preflight", preflight) //       204 what a browser asks before it sends to /client
  .through("retired", retired) //           410 the legacy routes, whatever the headers
  .through("plan", plan) //                 what a planned fault says
  .through("oauth", oauth) //               its own requests, and its own errors: nothing below is theirs
  .through("authenticate", authenticate) // 401 on /api, 400 on /client: Admitted
  .through("permit", permit) //             403 a scope is missing
  .through("limit", limit) //               429 a window is full
  .through("revision", revision) //         400 missing or malformed, 404 future or too old, 410 retired: Versioned
  .through("row", row) //                   404 no such path, 405 no such method: Routed
  .through("query", query) //               400 with source.parameter: Read
  .through("body", body) //                 415, 413, 400 with source.pointer
  .through("handle", handle) //             404, 409, 400, or what was asked for
  .end();
