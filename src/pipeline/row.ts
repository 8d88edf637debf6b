import { invalid, methodNotAllowed, notFound } from "../jsonapi/refusal.ts";
import { nearest } from "../world/nearest.ts";
import { isRouted, type Routed, type Versioned } from "./exchange.ts";
import type { Stage } from "./stage.ts";

/** There must be a row: of the path first, then of the method. */
export const row: Stage<Versioned, Routed> = (exchange) => {
  if (isRouted(exchange)) return exchange;
  const { match, incoming, path, api } = exchange;
  if (match.kind === "wrong-method") {
    return methodNotAllowed(incoming.method, match.allow.join(", "));
  }
  if (match.kind === "malformed") {
    return invalid("/data/", "The path is not valid percent-encoded UTF-8.");
  }
  const paths = new Set([...api.operations.values()].map((operation) => operation.path));
  const like = nearest(path, paths);
  const hint =
    like === undefined ? "service-emulator routes lists every path" : `did you mean ${like}`;
  return notFound("The path does not exist.", hint);
};
