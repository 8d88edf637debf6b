import { type AccountDraft, itemsOf, onlyOf } from "../drafts.ts";
import type { Named } from "../groups.ts";
import type { HistoryPlan, ListPlan } from "../plan.ts";

/** Of which there is at most one. @throws FixtureError for a second one, a list that is not there, and for visits or flows where nothing is live */
export function historyOf(
  draft: AccountDraft,
  lists: Named<ListPlan>,
  people: number,
): HistoryPlan | null {
  const section = onlyOf(draft, "history");
  if (section === undefined) return null;
  const { said, place } = section;
  const { campaigns = 0, list, flows = false, visits = 0, reviews = 0 } = said;
  const plan = { campaigns, flows, visits, reviews, people };
  const isAdded = draft.parts.some(({ isThere }) => isThere);
  if (visits > 0 && !isAdded && !isAnyLive(draft, "forms"))
    throw place.at("visits").error("no form is live (add one to forms, with status: live)");
  const isSending = [...itemsOf(draft, "flows")].some(
    ({ item }) => item.status === "live" && item.emails !== undefined,
  );
  if (flows && !isSending) {
    const advice = "(add one to flows, with emails and status: live)";
    throw place.at("flows").error(`no flow that sends emails is live ${advice}`);
  }
  if (list !== undefined) return { ...plan, list: lists.require(list, place.at("list")) };
  if (campaigns > 0 && lists.plans.length === 0)
    throw place.error("its campaigns go to a list, and the account has none (add one to lists)");
  return { ...plan, list: lists.plans.length === 0 ? null : 0 };
}

const isAnyLive = (draft: AccountDraft, section: "flows" | "forms"): boolean =>
  [...itemsOf(draft, section)].some(({ item }) => item.status === "live");
