import { Refusal, serverError } from "../jsonapi/refusal.ts";
import type { Api } from "../verbs/call.ts";
import type { Outcome } from "../verbs/outcome.ts";
import { maskedKey } from "../world/keys.ts";
import type { World } from "../world/world.ts";
import type { Exchange, Incoming, Reply } from "./exchange.ts";
import { open } from "./open.ts";
import { present } from "./present.ts";
import { stages } from "./stages.ts";

/** Told of every mistake of ours, with the id that the client was given. */
export type OnError = (error: unknown, id: string) => void;

/** Leads one request through the stages and answers it. Waits only where a stage does. */
export function respond(
  incoming: Incoming,
  world: World,
  api: Api,
  onError: OnError,
): Reply | Promise<Reply> {
  const exchange = open(incoming, world, api);
  const failed = (error: unknown): Outcome => {
    onError(error, exchange.id);
    return serverError();
  };
  const finish = (outcome: Outcome): Reply => {
    try {
      return close(exchange, outcome, present(exchange, outcome));
    } catch (error) {
      const refusal = failed(error);
      return close(exchange, refusal, present(exchange, refusal));
    }
  };
  try {
    const outcome = walk(exchange, 0);
    return outcome instanceof Promise ? outcome.catch(failed).then(finish) : finish(outcome);
  } catch (error) {
    return finish(failed(error));
  }
}

/** From the stage at `from` on, until one answers. */
function walk(exchange: Exchange, from: number): Outcome | Promise<Outcome> {
  for (let index = from; index < stages.length; index += 1) {
    const [name, stage] = stages[index] as (typeof stages)[number];
    exchange.stage = name;
    const answer = stage(exchange);
    if (answer instanceof Promise) {
      return answer.then((late) => late ?? walk(exchange, index + 1));
    }
    if (answer !== undefined) return answer;
  }
  throw new Error("no stage answered");
}

/** Some legacy clients send their private key in the query. */
const redacted = (target: string) =>
  target.includes("pk_") ? target.replace(/pk_\w+/g, maskedKey) : target;

/** Writes the journal, and gives the reply on. */
function close(exchange: Exchange, outcome: Outcome, reply: Reply): Reply {
  const { world, account, incoming, match, key } = exchange;
  world.journal.write({
    id: exchange.id,
    arrivedReal: exchange.arrivedReal,
    arrivedWorld: exchange.arrivedWorld,
    method: incoming.method,
    target: redacted(incoming.target),
    operation: match.kind === "row" ? match.row.id : null,
    account: account?.id ?? null,
    key: key?.name ?? null,
    status: reply.status,
    stage: exchange.stage,
    fault: exchange.fault?.fault ?? null,
    hint: outcome instanceof Refusal ? (outcome.hint ?? null) : null,
    durationMs: world.clock.realNow() - exchange.arrivedReal,
    bodyBytes: Number(reply.headers["content-length"] ?? 0),
    written: account?.takeWritten() ?? [],
  });
  return reply;
}
