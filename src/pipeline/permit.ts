import { refusedBySetting } from "../domain/settings.ts";
import { notPermitted, permissionDenied } from "../jsonapi/refusal.ts";
import type { Admitted } from "./exchange.ts";
import type { Stage } from "./stage.ts";

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
  if (credentials.kind === "token") {
    const { id, grant } = credentials.token;
    const asked = `${id} of \`${grant.app.name}\` lacks ${missing}`;
    const scope = (operation.scopes[0] ?? []).join(" ");
    return permissionDenied("access token", missing, `${asked}: it must be asked for in scope`, {
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
  return permissionDenied("API key", missing, `${wrong}; ${other}`);
};

const nothing: ReadonlySet<string> = new Set();

function scopesOf(credentials: Admitted["credentials"]): ReadonlySet<string> {
  if (credentials.kind === "key") return credentials.key.scopes;
  return credentials.kind === "token" ? credentials.token.scopes : nothing;
}
