import { permissionDenied } from "../jsonapi/refusal.ts";
import type { Exchange } from "./exchange.ts";
import type { Stage } from "./stage.ts";

/** The row asks for any of its lists of scopes, all of that list (behaviour.md, 11). */
export const permit: Stage = ({ operation, credentials, family }) => {
  if (operation === undefined || family === "client") return undefined;
  const holds = scopesOf(credentials);
  if (operation.scopes.some((list) => list.every((scope) => holds.has(scope)))) return undefined;
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
  const { key, account } = credentials.kind === "key" ? credentials : {};
  const able = account?.keys.find((other) => lacks.every((scope) => other.scopes.has(scope)));
  const wrong = `key \`${key?.name}\` lacks ${missing}`;
  const other =
    able === undefined
      ? `service-emulator keys create NAME --scopes ${lacks.join(",")} makes one that has it`
      : `\`${able.name}\` has it`;
  return permissionDenied("API key", missing, `${wrong}; ${other}`);
};

const nothing: ReadonlySet<string> = new Set();

function scopesOf(credentials: Exchange["credentials"]): ReadonlySet<string> {
  if (credentials.kind === "key") return credentials.key.scopes;
  return credentials.kind === "token" ? credentials.token.scopes : nothing;
}
