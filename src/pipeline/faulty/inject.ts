import { Refusal } from "../../jsonapi/refusal.ts";
import { standardRefusal } from "../../jsonapi/standard-refusal.ts";
import type { Step } from "../../world/faults/plan.ts";
import type { Act } from "../../world/faults/faults.ts";
import type { Exchange } from "../exchange.ts";
import type { Delivery, Reply } from "../incoming.ts";
import { settle } from "./close.ts";
import { edgeReply } from "../edge.ts";
import { faultsOf } from "../headers.ts";
import { presentRefusal } from "../present.ts";
import { spoiled } from "./spoil.ts";

/**
 * What a planned fault makes of an answer.
 *
 * @param answer the service's own; undefined where nothing has happened yet
 */
export function inject(exchange: Exchange, act: Act, answer: Reply | undefined): Reply {
  const { step } = act;
  if (step === undefined) return marked(exchange, answer as Reply);
  const delivery = deliveryOf(exchange, step);
  const { connection } = step;
  if (connection === "reset" || connection === "close" || connection === "hang") {
    return { status: 0, headers: {}, body: "", ...delivery };
  }
  const base = baseOf(exchange, act, answer);
  const body = step.body ?? base.body;
  const dressed = {
    status: base.status,
    headers: { ...base.headers, ...(!step.edge && typeOf(step.body)), ...step.headers },
    body,
  };
  return { ...marked(exchange, spoiled(dressed, step.spoil, exchange.world.garbage)), ...delivery };
}

/** The answer that is spoilt, if it is: the service's own, or one in its place. */
function baseOf(exchange: Exchange, act: Act, answer: Reply | undefined): Reply {
  const { status, edge } = act.step ?? {};
  if (status === undefined) return answer as Reply;
  return edge ? edgeReply(status, act.promised) : refusalReply(exchange, act, status);
}

/** The service's own error of this status. */
function refusalReply(exchange: Exchange, { promised, faults }: Act, status: number): Reply {
  const refusal = standardRefusal(status, promised.seconds);
  const { "retry-after": _, ...headers } = refusal.headers;
  const { stealth } = exchange.world.settings;
  const reply = presentRefusal(
    exchange,
    new Refusal(status, refusal.problems, {
      hint: stealth ? undefined : `planned: ${faults[0]?.id}`,
      headers: {
        ...headers,
        ...(promised.text !== undefined && { "retry-after": promised.text }),
      },
    }),
  );
  if (status !== 204 && status !== 205 && status !== 304) return reply;
  const { "content-type": _type, ...bare } = reply.headers;
  return { status, headers: { ...bare, "content-length": "0" }, body: "" };
}

/** An answer that is ours says so, unless it is asked not to. */
function marked(exchange: Exchange, reply: Reply): Reply {
  if (exchange.world.settings.stealth) return reply;
  return {
    ...reply,
    headers: { ...reply.headers, "x-emulator-fault": faultsOf(exchange.acts) },
  };
}

const typeOf = (body: string | undefined) =>
  body !== undefined && { "content-type": isJson(body) ? "application/json" : "text/plain" };

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function deliveryOf(exchange: Exchange, { connection, pace }: Step): { delivery?: Delivery } {
  if (connection === undefined && pace === undefined) return {};
  const { clock } = exchange;
  const delivery = {
    ...(connection !== undefined && { connection }),
    ...(pace !== undefined && { pace }),
    clock,
    ended: (left: boolean) => settle(exchange, left),
  };
  return { delivery };
}
