import type { Shape } from "../contract/shape.ts";
import { checkShape } from "../jsonapi/check.ts";
import { invalidProblem, type Problem } from "../jsonapi/refusal.ts";
import { parseDatetime } from "../jsonapi/time.ts";
import type { Account } from "../world/account.ts";
import { lists, metrics, segments } from "./collections.ts";
import { readProperty } from "./segment-property.ts";
import { conditionShapes, dateShapes, type Definition, definitionShape } from "./segment-shape.ts";
import { filterShapes } from "./segment-shape.ts";

type Json = Readonly<Record<string, unknown>>;

/** The ids that a definition may name, and what those name in turn. */
export interface Known {
  /** The lists and segments that the definition of a segment names. */
  readonly groupsOf: (id: string) => readonly string[];
  readonly metric: (id: string) => boolean;
  /** A list or a segment. */
  readonly group: (id: string) => boolean;
}

export const knownIn = (account: Account): Known => ({
  groupsOf: (id) => groupsNamed(account.table(segments).get(id)?.definition),
  metric: (id) => account.table(metrics).get(id) !== undefined,
  group: (id) => (account.table(lists).get(id) ?? account.table(segments).get(id)) !== undefined,
});

/** The lists and segments that a definition names. */
export const groupsNamed = (definition: Definition | null | undefined): readonly string[] =>
  (definition?.condition_groups ?? []).flatMap(({ conditions }) =>
    conditions.flatMap((each) => (each.type === "profile-group-membership" ? each.group_ids : [])),
  );

/** Whether a segment's definition leads back to it by way of those that it names. */
function isCircle(known: Known, id: string, named: readonly string[]): boolean {
  const met = new Set<string>();
  const ahead = [...named];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next === id) return true;
    if (met.has(next)) continue;
    met.add(next);
    ahead.push(...known.groupsOf(next));
  }
  return false;
}

/** All that is wrong with a definition, with its place. @param id of the segment, if it has one */
export function definitionProblems(
  known: Known,
  value: unknown,
  pointer: string,
  id = "",
): Problem[] {
  const outline = problemsOf(definitionShape, value, pointer);
  if (outline.length > 0) return outline;
  const { condition_groups: groups } = value as {
    condition_groups: readonly { conditions: readonly unknown[] }[];
  };
  const problems = groups.flatMap(({ conditions }, group) =>
    conditions.flatMap((condition, index) =>
      conditionProblems(
        known,
        condition,
        `${pointer}/condition_groups/${group}/conditions/${index}`,
      ),
    ),
  );
  if (problems.length > 0 || !isCircle(known, id, groupsNamed(value as Definition)))
    return problems;
  return [invalidProblem(pointer, "The definition leads back to the segment itself.")];
}

/** The first published kind of condition that is not built; it is no mistake of the caller's. */
export function unbuiltCondition(value: unknown): string | undefined {
  if (checkShape(definitionShape, value).length > 0) return undefined;
  const { condition_groups: groups } = value as {
    condition_groups: readonly { conditions: readonly ({ type?: unknown } | null)[] }[];
  };
  const types = groups.flatMap(({ conditions }) => conditions.map((each) => each?.type));
  return types.find(
    (type): type is string =>
      typeof type === "string" &&
      /^profile-[a-z-]+$/.test(type) &&
      !Object.hasOwn(conditionShapes, type),
  );
}

function conditionProblems(known: Known, condition: unknown, pointer: string): Problem[] {
  const { type } = (condition ?? {}) as Json;
  const shape = shapeOf(conditionShapes, type);
  if (shape === undefined) {
    const types = Object.keys(conditionShapes).join(", ");
    return [invalidProblem(`${pointer}/type`, `Expected one of ${types}.`)];
  }
  const wrong = problemsOf(shape, condition, pointer);
  return wrong.length > 0 ? wrong : detailProblems(known, condition as Json, pointer);
}

/** What the shape of a condition cannot say. */
function detailProblems(known: Known, condition: Json, pointer: string): Problem[] {
  const { timeframe_filter: timeframe, metric_filters: filters } = condition;
  const found = timeframe == null ? [] : dateProblems(timeframe, `${pointer}/timeframe_filter`);
  if (condition["type"] === "profile-property") {
    if (readProperty(String(condition["property"])) === undefined) {
      found.push(invalidProblem(`${pointer}/property`, "No such property of a profile."));
    }
    found.push(...filterProblems(condition["filter"], `${pointer}/filter`));
  }
  for (const [index, { filter }] of ((filters ?? []) as readonly { filter: unknown }[]).entries()) {
    found.push(...filterProblems(filter, `${pointer}/metric_filters/${index}/filter`));
  }
  const { metric_id: metric, group_ids: groups = [] } = condition;
  if (metric !== undefined && !known.metric(String(metric))) {
    const detail = `A metric with id ${String(metric)} does not exist.`;
    found.push(invalidProblem(`${pointer}/metric_id`, detail));
  }
  for (const [index, id] of (groups as readonly string[]).entries()) {
    if (known.group(id)) continue;
    const detail = `No list or segment with id ${id} exists.`;
    found.push(invalidProblem(`${pointer}/group_ids/${index}`, detail));
  }
  return found;
}

function filterProblems(filter: unknown, pointer: string): Problem[] {
  const { type } = (filter ?? {}) as Json;
  if (type === "date") return dateProblems(filter, pointer);
  const shape = shapeOf(filterShapes, type);
  if (shape !== undefined) return problemsOf(shape, filter, pointer);
  const known = [...Object.keys(filterShapes), "date"].join(", ");
  return [invalidProblem(`${pointer}/type`, `Expected one of ${known}.`)];
}

function dateProblems(filter: unknown, pointer: string): Problem[] {
  const { operator } = (filter ?? {}) as Json;
  const shape = shapeOf(dateShapes, operator);
  if (shape !== undefined) {
    const wrong = problemsOf(shape, filter, pointer);
    if (wrong.length > 0 || operator !== "between-static") return wrong;
    const [start = 0, end = 0] = ["start", "end"].map((name) =>
      parseDatetime(String((filter as Json)[name])),
    );
    return start <= end ? [] : [invalidProblem(`${pointer}/end`, "It ends before it begins.")];
  }
  const known = Object.keys(dateShapes).join(", ");
  return [invalidProblem(`${pointer}/operator`, `Expected one of ${known}.`)];
}

/** Names such as `constructor` are of no shape of ours. */
const shapeOf = (shapes: Readonly<Record<string, Shape>>, name: unknown): Shape | undefined =>
  typeof name === "string" && Object.hasOwn(shapes, name) ? shapes[name] : undefined;

const problemsOf = (shape: Shape, value: unknown, pointer: string): Problem[] =>
  checkShape(shape, value).map((problem) => ({
    ...problem,
    pointer: `${pointer}${problem.pointer === "/" ? "" : problem.pointer}`,
  }));
