import { STATUS_CODES } from "node:http";
import type { Promised } from "../../world/limits/retry-after.ts";
import { type Reply, type Delivery, wholeBody, withBody } from "../incoming.ts";
import { Refusal } from "../../jsonapi/refusal.ts";
import { standardRefusal } from "../../jsonapi/standard-refusal.ts";
import type { Dressed, Ending } from "../../world/faults/kind.ts";
import { partsOf } from "../../world/faults/outcome.ts";
import { endingOf } from "../../world/faults/kinds/connection.ts";
import type { Act } from "../../world/faults/faults.ts";
import type { Exchange } from "../exchange.ts";
import { settle } from "./close.ts";
import { faultsOf } from "../headers.ts";
import { presentRefusal } from "../present.ts";

/** What proxies say of the statuses that no standard names. */
const ofProxies: Readonly<Record<number, string>> = {
  520: "Web Server Returned an Unknown Error",
  521: "Web Server Is Down",
  522: "Connection Timed Out",
  523: "Origin Is Unreachable",
  524: "A Timeout Occurred",
  525: "TLS Handshake Failed",
  526: "Invalid TLS Certificate",
  527: "Tunnel Error",
};

/** The answer of a proxy that the request did not get past: a page for people, with no header of the service. */
function edgeReply(status: number, { text }: Promised): Reply {
  const title = `${status} ${ofProxies[status] ?? STATUS_CODES[status]}`;
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...(text !== undefined && { "retry-after": text }),
    },
    body: `<!doctype html>
<html lang="en">
<head><title>${title}</title></head>
<body><h1>${title}</h1></body>
</html>
`,
  };
}

/** What a planned fault makes of an answer. @param answer undefined where nothing has happened yet */
export function inject(exchange: Exchange, act: Act, answer: Reply | undefined): Reply {
  const { step } = act;
  if (step === undefined) return marked(exchange, answer as Reply);
  const ending = endingOf(step.connection);
  const delivery = deliveryOf(exchange, act, ending);
  if (ending?.sends === "nothing") return { status: 0, headers: {}, body: "", ...delivery };
  const parts = partsOf(step);
  const by = {
    service: (status: number) => refusalReply(exchange, act, status),
    edge: (status: number) => edgeReply(status, act.promised),
  };
  const [own, asked] = parts.find(([kind]) => kind.answer !== undefined) ?? [];
  const base = own?.answer?.(asked, by) ?? (answer as Reply);
  const more = { dice: exchange.world.garbage, edge: step.edge !== undefined };
  let dressed: Dressed = { ...base, body: wholeBody(base) };
  for (const [kind, value] of parts) dressed = kind.dress?.(value, dressed, more) ?? dressed;
  return { ...marked(exchange, withBody(dressed, dressed.body)), ...delivery };
}

function refusalReply(exchange: Exchange, { promised, faults }: Act, status: number): Reply {
  const refusal = standardRefusal(status, promised.seconds);
  const { "retry-after": _, ...others } = refusal.headers;
  const { text } = promised;
  const headers = { ...others, ...(text !== undefined && { "retry-after": text }) };
  const hint = exchange.world.settings.stealth ? undefined : `planned: ${faults[0]?.id}`;
  const own = new Refusal(status, refusal.problems, { hint, headers });
  const reply = presentRefusal(exchange, own);
  if (status !== 204 && status !== 205 && status !== 304) return reply;
  const { "content-type": _type, ...bare } = reply.headers;
  return { status, headers: { ...bare, "content-length": "0" }, body: "" };
}

/** An answer that is ours says so, unless it is asked not to. */
function marked(exchange: Exchange, reply: Reply): Reply {
  if (exchange.world.settings.stealth) return reply;
  return { ...reply, headers: { ...reply.headers, "x-emulator-fault": faultsOf(exchange.acts) } };
}

function deliveryOf(exchange: Exchange, act: Act, ending: Ending | undefined) {
  const { pace, idle } = act.step ?? {};
  if (ending === undefined && pace === undefined) return {};
  const { clock, world } = exchange;
  const delivery: Delivery = {
    ...(ending !== undefined && { ending }),
    ...(idle !== undefined && { idleMs: idle }),
    ...(pace !== undefined && { pace }),
    clock,
    ended: (left: boolean) => settle(exchange, left),
    unmet: (why: string) => world.faults.note(act.faults[0]?.id ?? "", why),
  };
  return { delivery };
}
