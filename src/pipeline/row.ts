import type { Operation } from "../contract/compile.ts";
import { invalid, methodNotAllowed, notFound } from "../jsonapi/refusal.ts";
import { nearest } from "../world/nearest.ts";
import { isRouted, type Routed, type Versioned } from "./exchange.ts";
import type { Stage } from "./stage.ts";

/** There must be a row: of the path first, then of the method. */
export const row: Stage<Versioned, Routed> = (exchange) => {
  if (isRouted(exchange)) return exchange;
  const { match, incoming, path, api } = exchange;
  if (match.kind === "wrong-method") {
    const { allow } = match;
    return methodNotAllowed(
      incoming.method,
      allow.join(", "),
      methodAdvice(incoming.method, allow),
    );
  }
  if (match.kind === "malformed") {
    const hint = "the path is not valid percent-encoded UTF-8: encode it, % as %25";
    return invalid("/data/", "The path is not valid percent-encoded UTF-8.", hint);
  }
  const like = nearest(path, pathsLike(path, api.operations.values()));
  const other =
    like === undefined ? "service-emulator routes lists every path" : `did you mean ${like}?`;
  return notFound("The path does not exist.", `no such path: ${other}`);
};

function methodAdvice(method: string, allow: readonly string[]): string {
  const wrong = `${method} is not allowed on this path`;
  // Of those that change a record the service has one.
  if (method === "PUT" && allow.includes("PATCH")) return `${wrong}: did you mean PATCH?`;
  return `${wrong}: send ${allow.join(" or ")}`;
}

/** Every path of the service; the names in it stand for what the path that was asked has there. */
function pathsLike(path: string, operations: Iterable<Operation>): Set<string> {
  const asked = path.split("/");
  const filled = (known: string) => {
    const parts = known.split("/");
    if (parts.length !== asked.length) return known;
    return parts.map((part, index) => (part.startsWith("{") ? asked[index] : part)).join("/");
  };
  return new Set([...operations].map((operation) => filled(operation.path)));
}
