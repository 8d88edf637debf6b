import { withDefaults } from "../../jsonapi/meant.ts";
import { invalidProblem, type Problem } from "../../jsonapi/refusal.ts";
import type { Account } from "../../world/account.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import { flowActions, type FlowAction, flowMessages, flows, type Says } from "../resources/flow.ts";
import { templates } from "../resources/template.ts";
import { actionProblems } from "./action-check.ts";
import { type Action, action } from "../grammar/flow-actions.ts";
import { reachedFrom } from "./check.ts";
import { knownToFlows, actionsOf, eachSending, sendingsIn, eachLink } from "./actions.ts";
import { withSendings, type Sending } from "./actions.ts";
import { allocated, copied, freshActionId, withMessages } from "./make.ts";

export function changeProblems(account: Account, before: FlowAction, given: Action, at: string) {
  const { type } = before.says;
  if (given.type !== type) {
    // @guess update_flow_action: The type of an action cannot be changed.
    return [invalidProblem(`${at}/type`, `The type of an action stays as it is: ${type}.`)];
  }
  const says = completed(before.says, given);
  const strange =
    given.id != null && given.id !== before.id
      ? [invalidProblem(`${at}/id`, `The id must be the action's: ${before.id}.`)]
      : [];
  return [
    ...strange,
    ...strangerProblems(before.says, says, at),
    ...actionProblems(knownToFlows(account), says, at),
    ...linkProblems(account, before, says, at),
  ];
}

/** That what is tried, and each message, is there already if it has an id. */
function strangerProblems(before: Action, says: Action, at: string): Problem[] {
  const sendings = sendingsIn(before);
  const isKnown = (id: string | null | undefined) =>
    id == null || sendings.some((each) => each.id === id);
  const messages = new Set(sendings.map(({ data }) => data?.message?.id));
  return eachSending(says, at).flatMap(({ sending, at: place }) => {
    const message = sending.data?.message?.id;
    return [
      ...(place === at || isKnown(sending.id)
        ? []
        : [invalidProblem(`${place}/id`, `This action has no variation ${sending.id}.`)]),
      ...(message == null || messages.has(message)
        ? []
        : [invalidProblem(`${place}/data/message/id`, `This action has no message ${message}.`)]),
    ];
  });
}

/** @guess update_flow_action: The links of an action lead to actions of its flow, and each action stays reachable. */
function linkProblems(account: Account, before: FlowAction, says: Action, at: string): Problem[] {
  const known = new Map(
    actionsOf(account, before.flow).map((action) => [action.id, action.says] as const),
  );
  const problems = eachLink(says, at)
    .filter(({ to }) => !known.has(to))
    .map(({ to, at: place }) => invalidProblem(place, `The flow has no action ${to}.`));
  const entry = account.table(flows).get(before.flow)?.entry ?? null;
  if (problems.length > 0 || entry === null) return problems;
  const reached = reachedFrom(entry, known.set(before.id, says));
  return [...known.keys()]
    .filter((id) => !reached.has(id))
    .map((id) => invalidProblem(`${at}/links`, `No link would lead to the action ${id} any more.`));
}

/** @guess update_flow_action: Links and status that are left out stay as they were. */
function completed(before: Action, given: Action): Action {
  const { data, links } = given as { readonly data?: object | null; readonly links?: unknown };
  const was = before as { readonly data?: object | null; readonly links?: unknown };
  const status = was.data != null && "status" in was.data && { status: was.data.status };
  return {
    ...given,
    ...(links === undefined && was.links !== undefined && { links: was.links }),
    ...(data != null && { data: { ...status, ...data, ...branchesOf(was.data, data) } }),
  } as Action;
}

type Branch = { readonly branch_id: string; readonly links?: unknown };

/** The branches of a split, each with the links that it had where it says nothing of them. */
function branchesOf(was: object | null | undefined, data: object): object {
  const { branches: before = [] } = (was ?? {}) as { readonly branches?: readonly Branch[] };
  const { branches } = data as { readonly branches?: readonly Branch[] };
  if (branches === undefined) return {};
  return {
    branches: branches.map((branch) => {
      const old = before.find(({ branch_id: id }) => id === branch.branch_id);
      return branch.links === undefined ? { ...branch, links: old?.links } : branch;
    }),
  };
}

export function remade(account: Account, before: FlowAction, given: Action, now: number) {
  const { temporary_id: _, ...whole } = withDefaults(
    action,
    completed(before.says, given),
  ) as Action;
  const olds = sendingsIn(before.says);
  const changes: Change[] = [];
  const names: [string, string][] = [];
  const stayed = new Set<string | null | undefined>();
  const says = withSendings({ ...whole, id: before.id } as Action, (sending, index) => {
    const old = index === 0 ? olds[0] : olds.find(({ id }) => id != null && id === sending.id);
    const { temporary_id: temporary, ...own } = sending;
    const id = old?.id ?? freshActionId(account);
    if (temporary != null) names.push([temporary, id]);
    const { data } = sending;
    const was = old?.data?.message;
    if (data?.message == null || was == null) return { ...own, id } as Sending;
    stayed.add(was.id);
    const message = { ...data.message, id: was.id } as Says;
    const template = renewed(account, message, now, changes);
    return { ...own, id, data: { ...data, message: { ...message, ...template } } } as Sending;
  });
  for (const old of olds) {
    const message = old.data?.message;
    const record = account.table(flowMessages).get(message?.id ?? "");
    if (message == null || record === undefined || stayed.has(message.id)) continue;
    changes.push(put(flowMessages, { ...record, last: message }));
  }
  const changed = { ...before, says: allocated(says, names), updated: now };
  const { record, changes: made } = withMessages(account, changed, now);
  return { record, changes: [put(flowActions, record), ...changes, ...made] };
}

/** A message's record as it is said now. Its template is a copy of its own, which goes where there is another. */
function renewed(account: Account, message: Says, now: number, changes: Change[]) {
  const record = account.table(flowMessages).get(message.id ?? "");
  if (record === undefined) return {};
  const named = ("template_id" in message ? message.template_id : null) ?? null;
  const from = named === null ? undefined : account.table(templates).get(named);
  const isOwn = named === record.template;
  const copy = isOwn || from === undefined ? undefined : copied(account, from, record.id, now);
  if (copy !== undefined) changes.push(put(templates, copy));
  if (!isOwn && record.template !== null) changes.push(drop(templates, record.template));
  const template = isOwn ? record.template : (copy?.id ?? null);
  changes.push(
    put(flowMessages, { ...record, template, name: message.name ?? null, updated: now }),
  );
  return template === null ? {} : { template_id: template };
}
