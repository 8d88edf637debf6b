import type { Account } from "../../world/account.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import { flowMessages, flows, flowActions } from "../resources/flow.ts";
import type { Flow, FlowStatus, FlowAction } from "../resources/flow.ts";
import { withLinks, withSendings, actionsOf, linksOf, messagesOf, saidBy } from "./actions.ts";
import type { ActionStatus } from "../grammar/flow-sending.ts";
import type { Action } from "../grammar/flow-actions.ts";
import { statusIn } from "./kinds.ts";
import type { FlowDefinition } from "../grammar/flows.ts";

export const definitionOf = (account: Account, flow: Flow): FlowDefinition => ({
  triggers: flow.trigger === null ? [] : [flow.trigger],
  profile_filter: flow.filter,
  actions: actionsOf(account, flow.id).map(({ says }) => says),
  entry_action_id: flow.entry,
  ...(flow.reentry !== null && { reentry_criteria: flow.reentry }),
});

/** The flows that a list, a segment or a metric makes people enter. @guess get_*flows_triggered_by_*: Drafts and archived flows are among them. */
export const triggeredBy = (account: Account, id: string): Flow[] =>
  [...account.table(flows).all()].filter(
    ({ trigger }) => trigger !== null && "id" in trigger && trigger.id === id,
  );

/** A flow with another status, as have all of its actions that have one (flows.md). */
export function withStatus(account: Account, flow: Flow, status: FlowStatus, now: number) {
  const record = { ...flow, status, updated: now };
  const changed = actionsOf(account, flow.id).flatMap((action) => {
    const says = allWith(action.says, status);
    return says === action.says ? [] : [put(flowActions, { ...action, says, updated: now })];
  });
  return { record, changes: [put(flows, record), ...changed] };
}

export function allWith(says: Action, status: ActionStatus): Action {
  if (statusIn(says) === undefined) return says;
  const set = <A extends Action>(each: A): A => {
    const { data } = each as { readonly data?: object | null };
    return { ...each, data: { ...data, status } };
  };
  return set(withSendings(says, set));
}

/** Drops a flow's actions. Its messages stay, with their templates (recorded); who waits in it leaves step by step. */
export const withoutFlow = (account: Account, { id }: Flow): Change[] =>
  actionsOf(account, id).flatMap((action) => [
    ...lastWords(account, action),
    drop(flowActions, action.id),
  ]);

/** Drops an action: what led to it leads to what came after it. */
export function withoutAction(account: Account, action: FlowAction, now: number): Change[] {
  const next = linksOf(action.says).find((to) => to !== null) ?? null;
  const to = (id: string) => (id === action.id ? (next === action.id ? null : next) : id);
  const flow = account.table(flows).get(action.flow);
  const others = actionsOf(account, action.flow).filter(({ id }) => id !== action.id);
  return [
    ...lastWords(account, action),
    ...others
      .filter(({ says }) => linksOf(says).includes(action.id))
      .map((each) => put(flowActions, { ...each, says: withLinks(each.says, to), updated: now })),
    ...(flow?.entry === action.id ? [put(flows, { ...flow, entry: to(action.id) })] : []),
  ];
}

const lastWords = (account: Account, { id }: FlowAction): Change[] =>
  messagesOf(account, id).flatMap((message) => {
    const last = saidBy(account, message);
    return last === null ? [] : [put(flowMessages, { ...message, last })];
  });
