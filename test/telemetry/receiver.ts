import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import root from "otlp-schema/build/src/generated/root.js";
import { expect, onTestFinished } from "vitest";

/** A type of the published schema, as its generated code has it. */
interface Message {
  verify(what: unknown): string | null;
  fromObject(what: unknown): object;
  toObject(what: object, how: object): unknown;
}

interface Packages {
  readonly proto: {
    readonly collector: {
      readonly trace: { readonly v1: { readonly ExportTraceServiceRequest: Message } };
      readonly metrics: { readonly v1: { readonly ExportMetricsServiceRequest: Message } };
    };
  };
}

// The messages of OTLP, generated from its protocol buffers.
// Its types are those of namespaces.
const { collector } = (root as unknown as Readonly<Record<"opentelemetry", Packages>>).opentelemetry
  .proto;
const types: Readonly<Record<string, Message>> = {
  "/v1/traces": collector.trace.v1.ExportTraceServiceRequest,
  "/v1/metrics": collector.metrics.v1.ExportMetricsServiceRequest,
};

/** The names of all members, as paths without indexes. */
function pathsIn(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => pathsIn(each, path));
  if (typeof value !== "object" || value === null) return [path];
  const all = Object.entries(value).filter(([, of]) => !Array.isArray(of) || of.length > 0);
  return all.flatMap(([name, of]) => pathsIn(of, `${path}/${name}`));
}

/** What the protocol has had since 1.1, and the code that is made of its first version lacks. */
const newer = ["/resourceSpans/scopeSpans/spans/flags"];

/** What of a body is not as published: what has another type, and what there is no member for. */
function problemsOf(type: Message, body: unknown): (string | null)[] {
  const message = type.fromObject(body);
  const wrong = type.verify(message);
  const read = type.toObject(message, { longs: String, bytes: String });
  const known = new Set([...pathsIn(read), ...newer]);
  return [wrong, ...pathsIn(body).filter((path) => !known.has(path))].filter(Boolean);
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number;
  readonly arrayValue?: { readonly values: readonly Value[] };
}

type Attributes = readonly { readonly key: string; readonly value: Value }[];

const plain = ({ arrayValue, ...value }: Value): unknown =>
  arrayValue === undefined ? Object.values(value)[0] : arrayValue.values.map(plain);

/** Attributes by their names. */
export const named = (attributes: Attributes): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));

/** A span as it is sent. */
interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Attributes;
  readonly events: readonly { readonly name: string; readonly attributes: Attributes }[];
  readonly status: { readonly code: number };
}

/** A metric as it is sent. */
interface SentMetric {
  readonly name: string;
  readonly histogram?: { readonly dataPoints: readonly { readonly count: number }[] };
  readonly gauge?: {
    readonly dataPoints: readonly { readonly attributes: Attributes; readonly asDouble: number }[];
  };
}

/** Receives traces and metrics, and holds each against the published schema. @param status that it answers with */
export async function receiver(status = 200) {
  const spans: SentSpan[] = [];
  const metrics: SentMetric[] = [];
  const problems: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Readonly<Record<string, readonly never[]>>;
    const type = types[request.url ?? ""];
    problems.push(...(type === undefined ? [request.url] : problemsOf(type, body)));
    for (const { scopeSpans } of body["resourceSpans"] ?? [])
      for (const { spans: sent } of scopeSpans as never[]) spans.push(...(sent as SentSpan[]));
    for (const { scopeMetrics } of body["resourceMetrics"] ?? [])
      for (const { metrics: sent } of scopeMetrics as never[])
        metrics.push(...(sent as SentMetric[]));
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    expect(problems).toEqual([]);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, spans, metrics };
}
