import { Refusal, serverError } from "../jsonapi/refusal.ts";
import type { Api } from "../verbs/invocation.ts";
import type { World } from "../world/world.ts";
import { quirkedRefusal, quirkedReply } from "./account-quirks.ts";
import { close } from "./faulty/close.ts";
import { explained } from "./explain.ts";
import type { Exchange } from "./exchange.ts";
import type { Incoming, Reply } from "./incoming.ts";
import { givenPage } from "./pages.ts";
import { inject } from "./faulty/inject.ts";
import { open } from "./open.ts";
import { patched } from "./faulty/patch.ts";
import { planAgain } from "./faulty/plan.ts";
import { presentPlain, present } from "./present.ts";
import { type Answer, Plain, Planned, type Step } from "./stage.ts";
import { stages } from "./stages.ts";

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

/** Whether a stage let its exchange pass. */
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
