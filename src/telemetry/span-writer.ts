import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Attributes } from "@opentelemetry/api";
import type { Context, Tracer } from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import type { Api } from "../verbs/invocation.ts";
import type { Entry, Raw } from "../world/journal/entry.ts";

export type Scheme = "http" | "https";

/** Writes a span for each exchange: HTTP semantic conventions 1.x for servers, and what the emulator knows beside them. */
export const spanWriter =
  (tracer: Tracer, api: Api, scheme: Scheme) =>
  (entry: Entry, headers: Raw["headers"]): void => {
    const { arrivedReal: from, durationMs, method, status } = entry;
    const to = from + (durationMs ?? 0);
    const route = routeOf(entry, api);
    const attributes = {
      ...askedOf(entry, route, scheme),
      ...httpOf(entry, headers),
      ...ownOf(entry),
    };
    const span = tracer.startSpan(
      route === undefined ? method : `${method} ${route}`,
      { kind: SpanKind.SERVER, startTime: from, attributes },
      parentOf(headers["traceparent"]),
    );
    for (const [name, at, more] of eventsOf(entry, from, to)) span.addEvent(name, more, at);
    if (status === null || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(to);
  };

/** The path with the names of its parameters, as the specification has it. */
export const routeOf = ({ operation }: Entry, { operations }: Api): string | undefined =>
  operations.get(operation ?? "")?.path;

const parentOf = (told: Raw["headers"][string]): Context => {
  const parent = typeof told === "string" ? parseTraceParent(told) : null;
  return parent === null
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
};

/** What the conventions ask for of spans and of metrics. */
export const askedOf = (entry: Entry, route: string | undefined, scheme: Scheme): Attributes => ({
  "http.request.method": entry.method,
  "url.scheme": scheme,
  ...(route !== undefined && { "http.route": route }),
  ...present({ "http.response.status_code": entry.status, "error.type": errorOf(entry) }),
});

function httpOf({ target, bodyBytes }: Entry, headers: Raw["headers"]): Attributes {
  const [path = "", query] = target.split(/\?(.*)/s);
  const agent = headers["user-agent"];
  const [address = "", port] = String(headers["host"] ?? "").split(/:(\d+)$/);
  return {
    "url.path": path,
    "http.response.body.size": bodyBytes,
    ...(query && { "url.query": query }),
    ...(typeof agent === "string" && { "user_agent.original": agent }),
    ...(address !== "" && { "server.address": address }),
    ...(port && { "server.port": Number(port) }),
  };
}

/** Of a response that is the server's failure: its status, else that the connection broke. */
const errorOf = ({ status }: Entry): string | null =>
  status === null ? "connection" : status >= 500 ? String(status) : null;

const ownOf = (entry: Entry): Attributes => ({
  "emulator.request": entry.id,
  "emulator.stage": entry.stage,
  "emulator.sent_by": entry.sentBy,
  ...present({
    "emulator.operation": entry.operation,
    "emulator.account": entry.account,
    "emulator.revision": entry.revision,
    "emulator.test_id": entry.testId,
    "emulator.hint": entry.hint,
    "emulator.lost_status": entry.lostStatus,
  }),
  ...(entry.faults.length > 0 && { "emulator.fault": [...entry.faults] }),
});

const present = (all: Readonly<Record<string, string | number | null>>): Attributes =>
  Object.fromEntries(Object.entries(all).flatMap(([key, of]) => (of === null ? [] : [[key, of]])));

type SpanEvent = readonly [name: string, at: number, attributes: Attributes];

/** What happened to it. @param from, to its beginning and its end, in milliseconds since 1970 */
function* eventsOf(entry: Entry, from: number, to: number): Generator<SpanEvent> {
  const { injected, faults, status, stage, hint, retryAfter, repeats } = entry;
  if (repeats !== null) yield ["retried", from, { "emulator.repeats": repeats }];
  if (injected.length > 0) {
    const isHeld = injected.some((each) => each === "delay" || each === "hang");
    const attributes = { "emulator.fault": [...faults], "emulator.injected": [...injected] };
    yield [isHeld ? "held" : "fault", from, attributes];
  }
  if (status !== null && status < 400) return;
  const why = present({ "emulator.hint": hint, "http.response.header.retry-after": retryAfter });
  if (status !== null) yield ["rejected", to, { "emulator.stage": stage, ...why }];
}
