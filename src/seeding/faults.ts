import { wholeApi } from "../areas/index.ts";
import { PlanError } from "../world/faults/kind.ts";
import { planShaped } from "../world/faults/plan.ts";
import type { FaultInput } from "../world/faults/types.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";

/**
 * The faults that a fixture brings, each only for its own account.
 *
 * @throws FixtureError for one that could not be planned
 */
export function faultsOf(draft: AccountDraft): readonly FaultInput[] {
  const found: FaultInput[] = [];
  for (const { item, place } of itemsOf(draft, "faults")) {
    const fault = { ...item, match: { ...item.match, account: draft.companyId } };
    try {
      planShaped(fault, wholeApi().targets, 0);
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      const near = error.nearest === undefined ? "" : ` (did you mean ${error.nearest}?)`;
      throw place.error(`${error.path}: ${error.message}${near}`);
    }
    found.push(fault);
  }
  return found;
}
