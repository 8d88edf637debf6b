import type { Operation } from "../contract/compile.ts";
import { invalid, methodNotAllowed, notFound, gone, notPermitted } from "../jsonapi/refusal.ts";
import { nearest } from "../world/name-match.ts";
import { isRouted, type Routed, type Versioned, type Admitted } from "./exchange.ts";
import type { Stage } from "./stage.ts";
import { insteadOfRetired } from "../contract/legacy.ts";
import { refusedBySetting } from "../domain/settings.ts";

/** There must be a row: of the path first, then of the method. */
export const row: Stage<Versioned, Routed> = (exchange) => {
  if (isRouted(exchange)) return exchange;
  const { match, incoming, path, api } = exchange;
  if (match.kind === "wrong-method") {
    const { method } = incoming;
    return methodNotAllowed(method, match.allow.join(", "), methodAdvice(method, match.allow));
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

/** The v1 and v2 APIs ended on 2024-06-30 (specification, "Versioning", 3). */
export const retired: Stage = (exchange) => {
  const { operation, path } = exchange;
  const found = operation === undefined ? insteadOfRetired(path) : undefined;
  if (found === undefined) return exchange;
  const { instead, mapping } = found;
  const detail = `This endpoint was retired on June 30, 2024. Use ${instead}.`;
  return gone(detail, `retired in 2024: ${mapping ?? `use ${instead}`}`);
};

/** The row asks for any of its lists of scopes, all of that list (behaviour.md, 11). */
export const permit: Stage<Admitted> = (exchange) => {
  const { account, operation, credentials, family } = exchange;
  if (operation === undefined || family === "client") return exchange;
  const holds = scopesOf(credentials);
  if (operation.scopes.some((list) => list.every((scope) => holds.has(scope)))) {
    if (operation.setting === undefined) return exchange;
    const why = refusedBySetting(account, operation.setting, credentials.kind);
    return why === undefined ? exchange : notPermitted(why.detail, why.hint);
  }
  const lacks = (operation.scopes[0] ?? []).filter((scope) => !holds.has(scope));
  const missing = lacks.join(", ");
  const detail = (what: string) => `The ${what} lacks the required scope: ${missing}.`;
  if (credentials.kind === "token") {
    const { id, grant } = credentials.token;
    const asked = `${id} of \`${grant.app.name}\` lacks ${missing}`;
    const scope = (operation.scopes[0] ?? []).join(" ");
    return notPermitted(detail("access token"), `${asked}: it must be asked for in scope`, {
      "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"`,
    });
  }
  const able = account.keys.find((other) => lacks.every((scope) => other.scopes.has(scope)));
  const name = credentials.kind === "key" ? credentials.key.name : "";
  const wrong = `key \`${name}\` lacks ${missing}`;
  const other =
    able === undefined
      ? `service-emulator keys create NAME --scopes ${lacks.join(",")} makes one that has it`
      : `\`${able.name}\` has it`;
  return notPermitted(detail("API key"), `${wrong}; ${other}`);
};

const nothing: ReadonlySet<string> = new Set();

function scopesOf(credentials: Admitted["credentials"]): ReadonlySet<string> {
  if (credentials.kind === "key") return credentials.key.scopes;
  return credentials.kind === "token" ? credentials.token.scopes : nothing;
}
