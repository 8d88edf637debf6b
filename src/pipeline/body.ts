import { bodyBytesMax, type RawBody, readJson, shapedBody } from "../jsonapi/json.ts";
import { type Form, readForm } from "../jsonapi/parameters.ts";
import { Refusal } from "../jsonapi/refusal.ts";
import type { Api } from "../verbs/invocation.ts";
import { type Exchange, type Read, read, type Routed } from "./exchange.ts";
import { header } from "./incoming.ts";
import type { Stage } from "./stage.ts";
import { missingParameter, readQuery } from "../jsonapi/query.ts";

export const query: Stage<Routed, Read> = (exchange) => {
  const { parameters, operation, revision, path, api } = exchange;
  if (parameters instanceof Refusal) return parameters;
  const asked = { operation, resources: api.resources, revision, path, parameters };
  const found = readQuery(asked);
  if (found instanceof Refusal) return found;
  return missingParameter(asked) ?? read(exchange, found);
};

/** Reads the body of a row that has one; what comes with any other is ignored. */
export const body: Stage<Read> = (exchange) => {
  const { method, formBytesMax, body: shape } = exchange.operation;
  if (method !== "POST" && method !== "PATCH" && shape === undefined) return exchange;
  if (formBytesMax === undefined || shape === undefined) return shaped(exchange, jsonOf(exchange));
  return readForm(rawBody(exchange), shape, formBytesMax).then((form) => {
    exchange.json = { value: form instanceof Refusal ? form : withoutFiles(form) };
    return shaped(exchange, form);
  });
};

function shaped(exchange: Read, value: unknown): Read | Refusal {
  const { operation, revision } = exchange;
  const found = shapedBody(value, operation.body, revision);
  if (found instanceof Refusal) return found;
  exchange.body = found;
  return exchange;
}

/** A form as whoever looks for names and ids in it may have it: each file by its name. */
const withoutFiles = (form: Form) =>
  Object.fromEntries(
    Object.entries(form).map(([name, part]) => [name, typeof part === "object" ? part.name : part]),
  );

/** The most bytes that are ever read of a request's body. @param target path and query, without a name */
export function bytesMaxOf(api: Api, method: string, target: string): number {
  const match = api.match(method, target.split("?", 1)[0] ?? target);
  return (match.kind === "row" ? match.row.formBytesMax : undefined) ?? bodyBytesMax;
}

/** The JSON value of the request's body, or why there is none: read when first asked for, once. */
export function jsonOf(exchange: Exchange): unknown {
  exchange.json ??= { value: readJson(rawBody(exchange)) };
  return exchange.json.value;
}

const rawBody = ({ incoming, operation }: Exchange): RawBody => ({
  contentType: header(incoming, "content-type"),
  contentEncoding: header(incoming, "content-encoding"),
  bytes: incoming.body,
  bytesMax: operation?.bodyBytesMax,
});
