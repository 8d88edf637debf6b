import type { Operation } from "../contract/compile.ts";
import { insteadOfRetired } from "../contract/legacy.ts";
import { livesIn, oldestRevision } from "../contract/revisions.ts";
import { refusedBySetting } from "../domain/settings.ts";
import { invalid, methodNotAllowed, notFound, gone, notPermitted } from "../jsonapi/refusal.ts";
import { Refusal } from "../jsonapi/refusal.ts";
import { parseDatetime } from "../jsonapi/time.ts";
import { quotable } from "../world/journal/redact.ts";
import { nearest } from "../world/name-match.ts";
import type { Applied } from "../world/revisions.ts";
import { isRouted, type Routed, type Versioned, type Admitted, type Exchange } from "./exchange.ts";
import { versioned } from "./exchange.ts";
import { header } from "./incoming.ts";
import type { Stage } from "./stage.ts";

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

/** Reads the `revision` header (behaviour.md, 4), and asks whether the row exists in it. */
export const revision: Stage<Admitted, Versioned> = (exchange) => {
  const found = readRevision(exchange);
  if (found instanceof Refusal) return found;
  const { operation } = exchange;
  const lives = operation === undefined || livesIn(operation, found.base);
  const next = versioned(exchange, found.base, found.revision);
  if (lives) return next;
  const { id, since, until } = operation;
  const detail =
    since !== undefined && found.base < since
      ? `${id} does not exist in revision ${found.revision}: the earliest that has it is ${since}.`
      : `${id} does not exist in revision ${found.revision}: it ended with ${until}.`;
  return notFound(detail, use(exchange, `${id} is not in revision ${found.revision}`));
};

/** What is wrong, and the revision that is right for who has no reason for another. */
const use = ({ world, now }: Exchange, wrong: string): string => {
  const { newest } = world.revisions;
  const oldest = world.revisions.oldestServed(now) ?? newest;
  return `${wrong}: send revision: ${newest}${oldest === newest ? "" : ` (the oldest is ${oldest})`}`;
};

/** The revision that a request gets, or why it gets none. */
export function readRevision(exchange: Exchange): Applied | Refusal {
  const { world, incoming, now } = exchange;
  const { revisions } = world;
  const sent = header(incoming, "revision")?.trim();
  if (sent === undefined || sent === "") return withoutRevision(exchange);
  const plain = revisions.plain(sent);
  if (plain !== undefined) return plain;
  if (!/^\d{4}-\d\d-\d\d$/.test(sent) || parseDatetime(sent) === undefined) {
    const detail = "The revision header is a date in the form YYYY-MM-DD.";
    const shown = quotable(sent, world.redaction);
    return invalid("/data/", detail, use(exchange, `revision '${shown}' is not a date`));
  }
  if (sent > revisions.newest && sent > new Date(now).toISOString().slice(0, 10)) {
    const hint = use(exchange, `revision ${sent} is in the future`);
    return notFound("Unable to specify a future revision date", hint);
  }
  const found = revisions.latestAt(sent);
  const serving = found && revisions.serving(found, now);
  if (serving !== undefined) return serving;
  const oldest = revisions.oldestServed(now) ?? oldestRevision;
  const hint = `revision ${sent} is retired: send ${oldest}, the oldest served, or a later one`;
  return gone(`The revision ${sent} is retired.`, hint);
}

/** `/client` asks for none; on `/api` the user may choose what it means. */
function withoutRevision(exchange: Exchange): Applied | Refusal {
  const { world, family, now } = exchange;
  const { revisions } = world;
  const meant = family === "client" ? revisions.latestServed(now) : revisions.default(now);
  if (meant !== undefined) return meant;
  const hint = use(exchange, "no revision header");
  return invalid("/data/", "The revision header is required.", hint);
}
