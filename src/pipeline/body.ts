import { readJson, shapedBody } from "../jsonapi/body.ts";
import { Refusal } from "../jsonapi/refusal.ts";
import type { Exchange, Read } from "./exchange.ts";
import { header } from "./incoming.ts";
import type { Stage } from "./stage.ts";

/** Reads the body of a row that has one; what comes with any other is ignored. */
export const body: Stage<Read> = (exchange) => {
  const { operation, revision } = exchange;
  if (!hasBody(operation)) return exchange;
  const found = shapedBody(jsonOf(exchange), operation.body, revision);
  if (found instanceof Refusal) return found;
  exchange.body = found;
  return exchange;
};

/** The JSON value of the request's body, or why there is none: read when first asked for, once. */
export function jsonOf(exchange: Exchange): unknown {
  const { incoming } = exchange;
  exchange.json ??= {
    value: readJson({
      contentType: header(incoming, "content-type"),
      contentEncoding: header(incoming, "content-encoding"),
      bytes: incoming.body,
      bytesMax: exchange.operation?.bodyBytesMax,
    }),
  };
  return exchange.json.value;
}

const hasBody = ({ method, body: shape }: { method: string; body?: unknown }) =>
  method === "POST" || method === "PATCH" || shape !== undefined;
