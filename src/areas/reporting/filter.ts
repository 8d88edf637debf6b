import type { Operator } from "../../contract/operation.ts";
import { type Condition, FilterError, parseFilter, requireArity } from "../../jsonapi/filter.ts";
import { invalidProblem, type Problem } from "../../jsonapi/refusal.ts";
import { aritiesOf } from "../../contract/abilities.ts";
import type { Revision } from "../../contract/revisions.ts";

/** What may be asked of one name: with which operators, and which values there are, where those are known. */
export interface Filterable {
  readonly operators: readonly Operator[];
  readonly values?: readonly string[];
}

export interface ReportCondition {
  readonly name: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

const at = "/data/attributes/filter";

const valuesMax = 100;

/** Reads the filter of a report: conditions that must all hold, each name once (facts, reporting.md). */
export function readFilter(
  text: string | undefined,
  known: Readonly<Record<string, Filterable>>,
  revision: Revision,
): readonly ReportCondition[] | Problem {
  if (text === undefined) return [];
  try {
    const conditions = parseFilter(text);
    const names = new Set<string>();
    for (const condition of conditions) {
      requireKnown(condition, known, revision);
      const { field, at: place } = condition;
      if (names.has(field)) throw new FilterError(`'${field}' is asked for twice`, place);
      names.add(field);
    }
    return conditions.map(({ field: name, operator, values }) => {
      return { name, operator, values: values.map((value) => value.text) };
    });
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    return invalidProblem(at, `Invalid filter at character ${error.at}: ${error.message}.`);
  }
}

function requireKnown(
  condition: Condition,
  known: Readonly<Record<string, Filterable>>,
  revision: Revision,
): void {
  const { field, operator, values, at: place } = condition;
  const filterable = Object.hasOwn(known, field) ? known[field] : undefined;
  if (filterable === undefined) {
    const names = Object.keys(known).join(", ");
    throw new FilterError(`'${field}' is none of ${names}`, place);
  }
  const { operators, values: possible } = filterable;
  if (!operators.includes(operator)) {
    throw new FilterError(`'${field}' takes ${operators.join(", ")}, not '${operator}'`, place);
  }
  requireArity(condition, aritiesOf({}, operator, revision));
  if (values.length > valuesMax) {
    throw new FilterError(`'${field}' takes at most ${valuesMax} values`, place);
  }
  const odd = values.find(({ text }) => possible !== undefined && !possible.includes(text));
  if (odd !== undefined) {
    throw new FilterError(`'${field}' is never '${odd.text}', but ${possible?.join(", ")}`, place);
  }
}

export function meets({ operator, values }: ReportCondition, has: readonly (string | null)[]) {
  return operator === "contains-all"
    ? values.every((value) => has.includes(value))
    : values.some((value) => has.includes(value));
}
