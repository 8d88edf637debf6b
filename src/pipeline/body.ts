import { readBody } from "../jsonapi/body.ts";
import { refused } from "../jsonapi/refusal.ts";
import { header } from "./exchange.ts";
import type { Stage } from "./stage.ts";

/** Reads the body of a row that has one; what comes with any other is ignored. */
export const body: Stage = (exchange) => {
  const { incoming, operation } = exchange;
  if (operation === undefined || !hasBody(operation)) return undefined;
  const found = readBody(
    {
      contentType: header(incoming, "content-type"),
      contentEncoding: header(incoming, "content-encoding"),
      bytes: incoming.body,
    },
    operation.body,
  );
  if (refused(found)) return found;
  exchange.body = found;
  return undefined;
};

const hasBody = ({ method, body: shape }: { method: string; body?: unknown }) =>
  method === "POST" || method === "PATCH" || shape !== undefined;
