import type { walkedStages } from "../contract/stages.ts";
import { Refusal, serverError } from "../jsonapi/refusal.ts";
import type { Api } from "../verbs/invocation.ts";
import type { World } from "../world/world.ts";
import { quirkedRefusal, quirkedReply } from "./account-quirks.ts";
import { authenticate } from "./authenticate.ts";
import { body, query } from "./body.ts";
import { preflight } from "./cors.ts";
import type { Opened, Exchange } from "./exchange.ts";
import { explained } from "./explain.ts";
import { close } from "./faulty/close.ts";
import { inject } from "./faulty/inject.ts";
import { patched } from "./faulty/patch.ts";
import { plan, planAgain } from "./faulty/plan.ts";
import { handle } from "./handle.ts";
import type { Incoming, Reply } from "./incoming.ts";
import { limit } from "./limit.ts";
import { oauth } from "./oauth/oauth.ts";
import { open } from "./open.ts";
import { givenPage } from "./pages.ts";
import { presentPlain, present } from "./present.ts";
import { permit, retired, row, revision } from "./row.ts";
import { Way, type Answer, Plain, Planned, type Step } from "./stage.ts";

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

/** Told of every mistake of ours, with the id that the client was given. */
export type OnError = (error: unknown, id: string) => void;

/** Leads one request through the stages and answers it. Waits only where a stage does. */
export function respond(incoming: Incoming, world: World, api: Api, onError: OnError) {
  const exchange = open(incoming, world, api);
  const failed = (error: unknown): Reply => {
    onError(error, exchange.id);
    const refusal = serverError("a bug in service-emulator, not in your request: see its log");
    return close(exchange, refusal, present(exchange, refusal));
  };
  try {
    const answer = walk(exchange, 0);
    if (!(answer instanceof Promise)) {
      const reply = finish(exchange, answer);
      return reply instanceof Promise ? reply.catch(failed) : reply;
    }
    return answer.then((late) => finish(exchange, late)).catch(failed);
  } catch (error) {
    return failed(error);
  }
}

/** From the stage at `from` on, until one answers. */
function walk(exchange: Exchange, from: number): Answer | Promise<Answer> {
  for (let index = from; index < stages.length; index += 1) {
    const [name, stage] = stages[index] as Step;
    exchange.stage = name;
    const found = stage(exchange);
    if (found instanceof Promise)
      return found.then((late) => (passed(late, exchange) ? walk(exchange, index + 1) : late));
    if (!passed(found, exchange)) return found;
  }
  throw new Error("no stage answered");
}

const passed = (found: Answer | Exchange, exchange: Exchange): found is Exchange =>
  found === exchange;

/** Presents an answer, asks the plan again if it is a success, and closes. */
function finish(exchange: Exchange, found: Answer): Reply | Promise<Reply> {
  if (found instanceof Planned)
    return close(exchange, undefined, inject(exchange, found.act, undefined));
  const answer =
    found instanceof Refusal ? explained(exchange, quirkedRefusal(exchange, found)) : found;
  const plain = answer instanceof Plain;
  const refused = answer instanceof Refusal;
  const told = refused || plain ? answer : undefined;
  if (!refused && !plain) exchange.page = givenPage(exchange, answer);
  const own = plain ? presentPlain(exchange, answer) : present(exchange, answer);
  const reply = quirkedReply(exchange, own);
  const untouched = refused || reply.status >= 300 || exchange.stage === "preflight";
  if (untouched) return close(exchange, told, reply);
  exchange.written = exchange.account?.takeWritten();
  const { revisions } = exchange.world;
  const after = planAgain(exchange, revisions.patched ? patched(exchange, reply) : reply);
  return after instanceof Promise
    ? after.then((late) => close(exchange, told, late))
    : close(exchange, told, after);
}
