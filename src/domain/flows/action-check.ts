import { invalidProblem, missingProblem, type Problem } from "../../jsonapi/refusal.ts";
import { filterProblems } from "../filters/value.ts";
import type { Action, ActionOf } from "../grammar/flow-actions.ts";
import type { FlowBranchFilter, FlowEntryFilter } from "../grammar/flow-filters.ts";
import type { FlowOutputFilter, FlowTriggerFilter } from "../grammar/flow-filters.ts";
import type { Condition } from "../grammar/segments.ts";
import { conditionProblems, type Known, eachProblem } from "../segments/condition.ts";
import { TimeZone } from "../time-zone.ts";
import { type FlowsKnown, eachSending, type Sending } from "./actions.ts";

/** What the shape of an action cannot say. */
// @guess create_flow, update_flow_action: What an action names must exist, and contradictions are rejected. How much the service checks is a guess.
export const actionProblems = (known: FlowsKnown, says: Action, at: string): Problem[] => [
  ...ownProblems(known, says, at),
  ...eachSending(says, at).flatMap(({ sending, at: place }) =>
    sendingProblems(known, sending, place),
  ),
];

function ownProblems(known: FlowsKnown, says: Action, at: string): Problem[] {
  const asks = (filter: FlowFilter | undefined, place: string) =>
    flowFilterProblems(known, filter, `${at}/data/${place}`);
  switch (says.type) {
    case "time-delay":
    case "target-date":
    case "countdown-delay":
      return zoneProblems(says.data.timezone, `${at}/data/timezone`);
    case "conditional-split":
      return asks(says.data?.profile_filter, "profile_filter");
    case "trigger-split": {
      const { trigger_type: kind, trigger_id: id } = says.data ?? {};
      const place = `${at}/data/trigger_id`;
      const missing = kind === undefined ? [] : missingProblems(known, kind, id, place);
      return [...missing, ...asks(says.data?.trigger_filter, "trigger_filter")];
    }
    case "action-output-split":
      return asks(says.data?.action_output_filter, "action_output_filter");
    case "multi-branch-split":
      return branchProblems(known, says, at);
    case "list-update":
      return missingProblems(known, "list", says.data.list_id, `${at}/data/list_id`);
    case "ab-test":
    case "content-experiment":
      return shareProblems(says, `${at}/data/current_experiment/allocations`);
    default:
      return [];
  }
}

export const zoneProblems = (zone: string | undefined, at: string): Problem[] =>
  zone === undefined || zone === "profile" || TimeZone.named(zone) !== undefined
    ? []
    : [
        invalidProblem(
          at,
          "Expected 'profile', or the name of a time zone, such as Europe/Berlin.",
        ),
      ];

const triggers = ["list", "segment", "metric"] as const;

/** That a list, a segment or a metric is there; of other kinds, nothing is known. */
export function missingProblems(
  known: FlowsKnown,
  kind: string,
  id: string | null | undefined,
  at: string,
): Problem[] {
  const named = triggers.find((each) => each === kind);
  return id == null || named === undefined || known[named](id)
    ? []
    : [invalidProblem(at, `A ${kind} with id ${id} does not exist.`)];
}

function branchProblems(
  known: FlowsKnown,
  { data, links }: ActionOf<"multi-branch-split">,
  at: string,
): Problem[] {
  const problems: Problem[] = [];
  if (links != null) {
    problems.push(invalidProblem(`${at}/links`, "The branches of such a split have its links."));
  }
  const met = new Set<string>();
  let isElseMet = false;
  for (const [index, branch] of (data?.branches ?? []).entries()) {
    const place = `${at}/data/branches/${index}`;
    if (met.has(branch.branch_id)) {
      const detail = `Another branch has the branch_id '${branch.branch_id}'.`;
      problems.push(invalidProblem(`${place}/branch_id`, detail));
    }
    met.add(branch.branch_id);
    if (branch.is_else && isElseMet) {
      problems.push(invalidProblem(`${place}/is_else`, "Another branch is for everybody else."));
    }
    isElseMet ||= branch.is_else === true;
    problems.push(...flowFilterProblems(known, branch.branch_filter, `${place}/branch_filter`));
  }
  return problems;
}

function shareProblems(says: ActionOf<"ab-test" | "content-experiment">, at: string): Problem[] {
  const { current_experiment: experiment, main_action: main } = says.data;
  if (experiment?.allocations == null) return [];
  const tried = [main, ...experiment.variations];
  const ids = new Set(tried.flatMap(({ id, temporary_id }) => [id, temporary_id]));
  return Object.entries(experiment.allocations).flatMap(([name, share]) => {
    if (!ids.has(name))
      return [invalidProblem(`${at}/${name}`, `No variation has the id '${name}'.`)];
    const isShare = typeof share === "number" && share >= 0;
    return isShare ? [] : [invalidProblem(`${at}/${name}`, "Expected a number of at least 0.")];
  });
}

/** Whether a text says only for each person what it is. */
const isRendered = (text: string): boolean => /\{[{%]/.test(text);

function sendingProblems(known: FlowsKnown, sending: Sending, at: string): Problem[] {
  const message = sending.data?.message;
  if (message == null) return [];
  const place = `${at}/data/message`;
  const problems: Problem[] = [];
  const say = (name: string, detail: string) =>
    problems.push(invalidProblem(`${place}/${name}`, detail));
  const template = "template_id" in message ? message.template_id : null;
  if (template != null && !known.template(template)) {
    problems.push(missingProblem(`${place}/template_id`, "template", template));
  }
  const from = "from_email" in message ? message.from_email : null;
  if (from != null && !isRendered(from) && !known.isSender(from)) {
    say("from_email", `${from} is not a verified sender.`);
  }
  const url = "url" in message ? message.url : null;
  const wrong = url == null || isRendered(url) ? undefined : known.urlProblem(url);
  if (wrong !== undefined) say("url", wrong);
  if ("conversion_metric_id" in message) {
    const { conversion_metric_id: metric } = message;
    problems.push(...missingProblems(known, "metric", metric, `${place}/conversion_metric_id`));
  }
  const { additional_filters: filters } = message as { readonly additional_filters?: FlowFilter };
  problems.push(...flowFilterProblems(known, filters, `${place}/additional_filters`));
  return problems;
}

type ConditionIn<F> =
  NonNullable<F> extends {
    readonly condition_groups: readonly { readonly conditions: readonly (infer C)[] }[];
  }
    ? C
    : never;

export type FlowCondition = ConditionIn<
  FlowEntryFilter | FlowBranchFilter | FlowTriggerFilter | FlowOutputFilter
>;
export type FlowFilter = {
  readonly condition_groups: readonly { readonly conditions: readonly FlowCondition[] }[];
} | null;

export function flowFilterProblems(known: Known, filter: FlowFilter | undefined, at: string) {
  return eachProblem(filter?.condition_groups ?? [], at, (each) => problemsOf(known, each));
}

function problemsOf(known: Known, condition: FlowCondition): Problem[] {
  switch (condition.type) {
    case "metric-property":
    case "price-drop-property":
    case "low-inventory-property": {
      const { metric_id: metric } = condition;
      const isThere = metric === null || known.metric(metric);
      return [
        ...(isThere ? [] : [missingProblem("/metric_id", "metric", metric)]),
        ...filterProblems(condition, ""),
      ];
    }
    default:
      // Of the others, what segments may ask for is checked as there.
      return conditionProblems(known, condition as Condition);
  }
}
