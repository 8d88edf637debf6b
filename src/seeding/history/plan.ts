import type { AccountDraft } from "../drafts.ts";
import type { Named } from "../groups.ts";
import type { HistoryPlan, ListPlan } from "../plan.ts";

/**
 * The account's `history` section, of which there is at most one.
 *
 * @throws FixtureError for a second one, and for a list that is not there
 */
export function historyOf(draft: AccountDraft, lists: Named<ListPlan>): HistoryPlan | null {
  const parts = draft.parts.filter(({ written }) => written.history != null);
  const [part, second] = parts;
  if (part?.written.history == null) return null;
  if (second !== undefined) {
    const what = `account ${draft.companyId} has a history section at ${part.place.at("history")} already`;
    throw second.place.at("history").error(what);
  }
  const { campaigns, list } = part.written.history;
  const place = part.place.at("history");
  if (list !== undefined) return { campaigns, list: lists.require(list, place.at("list")) };
  if (lists.plans.length === 0) {
    throw place.error("its campaigns go to a list, and the account has none (add one to lists)");
  }
  return { campaigns, list: 0 };
}
