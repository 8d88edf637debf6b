import { insteadOfRetired } from "../contract/legacy.ts";
import { gone } from "../jsonapi/refusal.ts";
import type { Stage } from "./stage.ts";

/** The v1 and v2 APIs ended on 2024-06-30 (specification, "Versioning", 3). */
export const retired: Stage = ({ path }) => {
  const instead = insteadOfRetired(path);
  if (instead === undefined) return undefined;
  return gone("This endpoint was retired on June 30, 2024.", `use ${instead}`);
};
