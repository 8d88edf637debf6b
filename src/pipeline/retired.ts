import { insteadOfRetired } from "../contract/legacy.ts";
import { gone } from "../jsonapi/refusal.ts";
import type { Stage } from "./stage.ts";

/** The v1 and v2 APIs ended on 2024-06-30 (specification, "Versioning", 3). */
export const retired: Stage = (exchange) => {
  const { operation, path } = exchange;
  const found = operation === undefined ? insteadOfRetired(path) : undefined;
  if (found === undefined) return exchange;
  const { instead, mapping } = found;
  const detail = `This endpoint was retired on June 30, 2024. Use ${instead}.`;
  return gone(detail, `retired in 2024: ${mapping ?? `use ${instead}`}`);
};
