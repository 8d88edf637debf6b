import { permissionDenied } from "../jsonapi/refusal.ts";
import type { Stage } from "./stage.ts";

/** The row asks for any of its lists of scopes, all of that list (behaviour.md, 11). */
export const permit: Stage = ({ operation, key, account, family }) => {
  if (operation === undefined || family === "client") return undefined;
  const holds = key?.scopes ?? new Set();
  if (operation.scopes.some((list) => list.every((scope) => holds.has(scope)))) return undefined;
  const lacks = (operation.scopes[0] ?? []).filter((scope) => !holds.has(scope));
  const able = account?.keys.find((other) => lacks.every((scope) => other.scopes.has(scope)));
  const other = able === undefined ? "" : `; \`${able.name}\` has it`;
  return permissionDenied(
    lacks.join(", "),
    `key \`${key?.name}\` lacks ${lacks.join(", ")}${other}`,
  );
};
