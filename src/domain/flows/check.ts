import { invalidProblem, type Problem } from "../../jsonapi/refusal.ts";
import { actionProblems, missingProblems, zoneProblems } from "./action-check.ts";
import { flowFilterProblems } from "./action-check.ts";
import type { Action } from "../grammar/flow-actions.ts";
import { type FlowsKnown, eachSending, eachLink } from "./actions.ts";
import { type FlowDefinition, flowDefinition } from "../grammar/flows.ts";
import type { Trigger } from "../grammar/flow-triggers.ts";
import { withDefaults } from "../../jsonapi/meant.ts";

/** A definition with all that it does not say, as far as there are defaults. */
export const filled = (given: FlowDefinition): FlowDefinition =>
  withDefaults(flowDefinition, given) as FlowDefinition;

export function definitionProblems(
  known: FlowsKnown,
  { triggers, profile_filter: filter, actions, entry_action_id: entry }: FlowDefinition,
  at: string,
): readonly Problem[] {
  const [trigger] = triggers;
  return [
    ...(trigger === undefined
      ? [invalidProblem(`${at}/triggers`, "A flow has exactly one trigger.")]
      : triggerProblems(known, trigger, `${at}/triggers/0`)),
    ...flowFilterProblems(known, filter, `${at}/profile_filter`),
    ...nameProblems(actions, `${at}/actions`),
    ...actions.flatMap((says, index) => actionProblems(known, says, `${at}/actions/${index}`)),
    ...wayProblems(actions, entry, at),
  ];
}

function triggerProblems(known: FlowsKnown, trigger: Trigger, at: string): Problem[] {
  const asks = "trigger_filter" in trigger ? trigger.trigger_filter : null;
  const filters = flowFilterProblems(known, asks, `${at}/trigger_filter`);
  switch (trigger.type) {
    case "list":
    case "segment":
    case "metric": {
      const { type, id } = trigger;
      const missing = `A trigger of type ${type} needs the id of a ${type}.`;
      const problems =
        id == null
          ? [invalidProblem(`${at}/id`, missing)]
          : missingProblems(known, type, id, `${at}/id`);
      return [...problems, ...filters];
    }
    case "date":
      return zoneProblems(trigger.timezone, `${at}/timezone`);
    default:
      return filters;
  }
}

const given = (at: string): Problem =>
  invalidProblem(`${at}/id`, "The service gives the ids: leave it out.");

/** That every action has a name of its own by which links lead to it. */
function nameProblems(actions: readonly Action[], at: string): Problem[] {
  const problems: Problem[] = [];
  const met = new Set<string>();
  const meet = (name: string | null | undefined, place: string) => {
    if (name == null) return;
    if (met.has(name)) {
      const detail = `Another action has the temporary_id '${name}'.`;
      problems.push(invalidProblem(`${place}/temporary_id`, detail));
    }
    met.add(name);
  };
  for (const [index, says] of actions.entries()) {
    const place = `${at}/${index}`;
    if (says.id != null) problems.push(given(place));
    if (says.temporary_id == null) {
      const detail = "A new action needs a temporary_id, by which links lead to it.";
      problems.push(invalidProblem(`${place}/temporary_id`, detail));
    }
    meet(says.temporary_id, place);
    for (const { sending, at: inner } of eachSending(says, place)) {
      if (inner !== place) {
        if (sending.id != null) problems.push(given(inner));
        meet(sending.temporary_id, inner);
      }
      if (sending.data?.message?.id != null) problems.push(given(`${inner}/data/message`));
    }
  }
  return problems;
}

/** That each link leads to an action. @guess create_flow: An action that cannot be reached is a 400. */
function wayProblems(actions: readonly Action[], entry: string | null, at: string): Problem[] {
  const problems: Problem[] = [];
  const known = new Map(actions.map((says) => [says.temporary_id, says]));
  const isThere = (name: string, place: string) => {
    if (known.has(name)) return true;
    problems.push(invalidProblem(place, `No action has the temporary_id '${name}'.`));
    return false;
  };
  for (const [index, says] of actions.entries()) {
    for (const { to, at: place } of eachLink(says, `${at}/actions/${index}`)) isThere(to, place);
  }
  const place = `${at}/entry_action_id`;
  if (entry === null) {
    if (actions.length === 0) return problems;
    return [...problems, invalidProblem(place, "Name the action that comes first.")];
  }
  if (!isThere(entry, place)) return problems;
  const reached = reachedFrom(entry, known);
  for (const [index, { temporary_id: name }] of actions.entries()) {
    if (name == null || reached.has(name)) continue;
    problems.push(invalidProblem(`${at}/actions/${index}`, "No link leads to this action."));
  }
  return problems;
}

/** The names of all actions that there is a way to, that of the first among them. */
export function reachedFrom(
  entry: string,
  actions: ReadonlyMap<string | null | undefined, Action>,
): ReadonlySet<string> {
  const reached = new Set([entry]);
  for (const name of reached) {
    const says = actions.get(name);
    if (says === undefined) continue;
    for (const { to } of eachLink(says, "")) reached.add(to);
  }
  return reached;
}
