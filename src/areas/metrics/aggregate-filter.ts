import { aritiesOf } from "../../contract/abilities.ts";
import type { Revision } from "../../contract/revisions.ts";
import type { TimeZone } from "../../domain/time-zone.ts";
import type { Bound } from "../../jsonapi/conditions.ts";
import { type Condition, FilterError, parseFilter, requireArity } from "../../jsonapi/filter.ts";
import { invalidProblem, type Problem } from "../../jsonapi/refusal.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import { isDimension } from "./tally.ts";

/** Which events are meant: from an instant on, up to another, and what else must hold of them. */
export interface Meant {
  readonly from: number;
  readonly to: number;
  readonly conditions: readonly Bound[];
}

const at = "/data/attributes/filter";
const lower = "greater-or-equal";
const upper = "less-than";
const range = `${lower}(datetime,…) and ${upper}(datetime,…)`;

/** @guess query_metric_aggregates: A dimension is filtered by `any`, `contains`, `ends-with`, `equals` and `starts-with`. */
const textual: readonly string[] = ["any", "contains", "ends-with", "equals", "starts-with"];

/**
 * Reads the filters of an aggregate (facts, metrics.json): one range of `datetime`, of a year at most, and conditions
 * on dimensions. @guess query_metric_aggregates: A datetime without an offset is in the `timezone` of the query. @guess
 * query_metric_aggregates: Of the filters, only `any` takes a list.
 */
export function readFilters(texts: readonly string[], zone: TimeZone, revision: Revision) {
  const problems: Problem[] = [];
  const bounds = new Map<string, number>();
  const conditions: Bound[] = [];
  for (const [index, text] of texts.entries()) {
    try {
      for (const condition of parseFilter(text)) {
        requireArity(condition, aritiesOf({}, condition.operator, revision));
        if (condition.field === "datetime") {
          if (bounds.has(condition.operator)) throw wrong("given more than once", condition);
          bounds.set(condition.operator, readBound(condition, zone));
        } else conditions.push(readCondition(condition, revision));
      }
    } catch (error) {
      if (!(error instanceof FilterError)) throw error;
      const detail = `Invalid filter at character ${error.at}: ${error.message}.`;
      problems.push(invalidProblem(`${at}/${index}`, detail));
    }
  }
  if (problems.length > 0) return problems;
  const [from, to] = [bounds.get(lower), bounds.get(upper)];
  if (from === undefined || to === undefined) {
    return [invalidProblem(at, `A range of time is required: ${range}.`)];
  }
  if (to <= from) return [invalidProblem(at, "The range ends before it begins.")];
  if (to > yearAfter(from, zone)) return [invalidProblem(at, "The range is longer than one year.")];
  return { from, to, conditions };
}

const wrong = (what: string, { operator, field, at: place }: Condition) =>
  new FilterError(`'${operator}' of '${field}' is ${what}`, place);

function readBound(condition: Condition, zone: TimeZone): number {
  const { operator, values, at: place } = condition;
  if (operator !== lower && operator !== upper) {
    throw new FilterError(`'datetime' takes ${lower} and ${upper}, not '${operator}'`, place);
  }
  const ms = parseDatetime(values[0]?.text ?? "", zone.instantOf);
  if (ms === undefined) throw new FilterError("'datetime' needs an ISO 8601 datetime", place);
  return ms;
}

function readCondition(condition: Condition, revision: Revision): Bound {
  const { operator, field: name, values, at: place } = condition;
  if (!isDimension(name, revision)) {
    throw new FilterError(`'${name}' is neither datetime nor a dimension`, place);
  }
  if (!textual.includes(operator)) {
    throw new FilterError(`'${name}' takes ${textual.join(", ")}, not '${operator}'`, place);
  }
  return { operator, name, field: { type: "string" }, values: values.map(({ text }) => text) };
}

function yearAfter(from: number, zone: TimeZone): number {
  const wall = new Date(zone.wallOf(from));
  const next = wall.setUTCFullYear(wall.getUTCFullYear() + 1);
  return zone.instantOf(next) + (from % 1000);
}
