import type { Account } from "../../world/account.ts";
import { numericIdInOrder, shortId } from "../../world/ids.ts";
import { type Change, put } from "../../world/store/store.ts";
import { flows, flowActions, flowChannels, flowMessages } from "../resources/flow.ts";
import type { Flow, FlowStatus, triggerTypes, FlowAction, FlowMessage } from "../resources/flow.ts";
import { type Template, templates } from "../resources/template.ts";
import { withLinks, withSendings, isTest, type Sending } from "./actions.ts";
import type { Action } from "../grammar/flow-actions.ts";
import type { FlowDefinition } from "../grammar/flows.ts";
import type { TriggerKind } from "../grammar/flow-triggers.ts";

export interface NewFlow {
  readonly id: string;
  readonly name: string;
  /** Checked (`definitionProblems`), with its defaults (`filled`). */
  readonly definition: FlowDefinition;
  readonly created: number;
  readonly status?: FlowStatus;
}

export function newFlow(
  account: Account,
  { id, name, definition, created, status = "draft" }: NewFlow,
): { readonly record: Flow; readonly changes: readonly Change[] } {
  const [trigger = null] = definition.triggers;
  const stamps = { created, updated: created } as const;
  const seq = account.nextSeq();
  const changes: Change[] = [];
  const named = definition.actions.map((says) => identified(account, says));
  const ids = new Map(named.flatMap(({ ids: own }) => own));
  const to = (temporary: string) => ids.get(temporary) ?? null;
  for (const { says } of named) {
    const own = { id: String(says.id), seq: account.nextSeq(), flow: id, ...stamps };
    const made = withMessages(account, { ...own, says: withLinks(says, to) }, created);
    changes.push(...made.changes, put(flowActions, made.record));
  }
  const record: Flow = {
    id,
    seq,
    name,
    status,
    archived: false,
    trigger_type: typeOf(trigger?.type),
    trigger,
    filter: definition.profile_filter ?? null,
    reentry: definition.reentry_criteria ?? null,
    entry: definition.entry_action_id === null ? null : to(definition.entry_action_id),
    ...stamps,
  };
  return { record, changes: [put(flows, record), ...changes] };
}

/** @guess get_flows, get_flow, create_flow, update_flow: The `trigger_type` of a segment's flow is `Added to List`. */
const typeNames: Readonly<Record<TriggerKind, Flow["trigger_type"]>> = {
  list: "Added to List",
  segment: "Added to List",
  metric: "Metric",
  date: "Date Based",
  "price-drop": "Price Drop",
  "low-inventory": "Low Inventory",
};

const typeOf = (kind: TriggerKind | undefined): (typeof triggerTypes)[number] =>
  kind === undefined ? "Unconfigured" : typeNames[kind];

export const freshActionId = (account: Account): string =>
  numericIdInOrder(account.dice("flow action"), account.nextSeq());

/** An action with ids of its own, also in what is tried in it, and the temporary one that each replaces. */
function identified(account: Account, given: Action) {
  const ids: [temporary: string, id: string][] = [];
  const own = <A extends Action>({ temporary_id, ...says }: A): A => {
    const id = freshActionId(account);
    if (temporary_id != null) ids.push([temporary_id, id]);
    return { ...says, id } as never;
  };
  const whole = own(given);
  const says = isTest(whole) ? allocated(withSendings(whole, own), ids) : whole;
  return { ids, says };
}

export function allocated(says: Action, ids: readonly (readonly [string, string])[]): Action {
  if (!isTest(says)) return says;
  const { current_experiment: experiment } = says.data;
  if (experiment?.allocations == null) return says;
  const known = new Map(ids);
  const allocations = Object.fromEntries(
    Object.entries(experiment.allocations).map(([name, share]) => [known.get(name) ?? name, share]),
  );
  const current_experiment = { ...experiment, allocations };
  return { ...says, data: { ...says.data, current_experiment } } as Action;
}

/** An action with a record for each new message, each with a copy of its template. */
export function withMessages(account: Account, record: FlowAction, now: number) {
  const changes: Change[] = [];
  const says = withSendings(record.says, (sending) => {
    const message = sending.data?.message;
    if (message == null || message.id != null) return sending;
    const id = shortId(account.dice("flow message"));
    const seq = account.nextSeq();
    const named = "template_id" in message ? message.template_id : undefined;
    const from = named == null ? undefined : account.table(templates).get(named);
    const copy = from && copied(account, from, id, now);
    if (copy !== undefined) changes.push(put(templates, copy));
    const made: FlowMessage = {
      id,
      seq,
      action: record.id,
      channel: flowChannels[sending.type],
      template: copy?.id ?? null,
      name: message.name ?? null,
      created: now,
      updated: now,
    };
    changes.push(put(flowMessages, made));
    const template = copy && { template_id: copy.id };
    const data = { ...sending.data, message: { ...message, id, ...template } };
    return { ...sending, data } as Sending;
  });
  return { record: { ...record, says }, changes };
}

/** A template for one message: of the same name (recorded), and listed nowhere. */
export function copied(account: Account, from: Template, message: string, now: number): Template {
  const fresh = { id: shortId(account.dice("template")), seq: account.nextSeq() };
  return { ...from, ...fresh, created: now, updated: now, message };
}
