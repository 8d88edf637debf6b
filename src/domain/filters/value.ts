import { invalidProblem, type Problem } from "../../jsonapi/refusal.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import { always, type AnyDateFilter, meetsDate, type Moment, whenOf } from "./date.ts";
import type { BooleanFilter, ExistenceFilter, ListItemFilter } from "../grammar/filters.ts";
import type { ListItemPartFilter, ListLengthFilter, ListSetFilter } from "../grammar/filters.ts";
import type { ListSubstringFilter, NumericFilter, NumericRangeFilter } from "../grammar/filters.ts";
import { holdsText, patternOf, type TextFilter, textOf, textTests } from "./text.ts";

type ListFilter =
  | ListItemFilter
  | ListItemPartFilter
  | ListSubstringFilter
  | ListSetFilter
  | ListLengthFilter;
export type ValueFilter =
  | NumericFilter
  | NumericRangeFilter
  | TextFilter
  | ListFilter
  | AnyDateFilter
  | BooleanFilter
  | ExistenceFilter;

/** Whether a value is as a filter asks. @guess *ate_segment: A value that is not set, or of another type, meets only `not-set` and negative conditions. @param ignoreCase as emails are compared (behaviour.md, 8) */
export function meets(filter: ValueFilter, value: unknown, moment: Moment, ignoreCase = false) {
  switch (filter.type) {
    case "date": {
      const when = whenOf(value);
      return when === undefined ? always(false) : meetsDate(filter, when, moment);
    }
    case "existence":
      return always((filter.operator === "is-set") === (value !== null && value !== undefined));
    case "numeric":
      return always(typeof value === "number" && compares(filter, value));
    case "boolean":
      return always(value === filter.value);
    case "list":
      return always(holdsList(filter, value));
    case "string":
      return always(holdsText(filter, value, ignoreCase));
  }
}

const comparisons = {
  equals: (found, asked) => found === asked,
  "not-equals": (found, asked) => found !== asked,
  "greater-than": (found, asked) => found > asked,
  "greater-than-or-equal": (found, asked) => found >= asked,
  "less-than": (found, asked) => found < asked,
  "less-than-or-equal": (found, asked) => found <= asked,
} as const satisfies Record<NumericFilter["operator"], (found: number, asked: number) => boolean>;

export const compares = (filter: NumericFilter | NumericRangeFilter, found: number): boolean =>
  filter.operator === "between"
    ? found >= filter.start && found <= filter.end
    : comparisons[filter.operator](found, filter.value);

function holdsList(filter: ListFilter, value: unknown): boolean {
  const { operator } = filter;
  const isNegative = operator.startsWith("not-");
  if (!Array.isArray(value)) return isNegative;
  if (operator.startsWith("length-")) {
    const by = operator.slice("length-".length) as keyof typeof comparisons;
    return comparisons[by](value.length, filter.value as number);
  }
  return has(value, operator.replace(/^(not-)?contains-?/, ""), filter.value) !== isNegative;
}

/** @guess *ate_segment: Items of a list are compared as texts: 42 equals "42". */
function has(items: readonly unknown[], how: string, asked: ListFilter["value"]): boolean {
  if (asked === null && how === "") return items.includes(null);
  const texts = items.flatMap((each) => textOf(each) ?? []);
  if (typeof asked === "object" && asked !== null) {
    return how === "all"
      ? asked.every((each) => texts.includes(each))
      : asked.some((each) => texts.includes(each));
  }
  const wanted = textOf(asked);
  const test = textTests[how === "substring" ? "contains" : how || "equals"];
  return wanted !== undefined && texts.some((text) => test?.(text, wanted) ?? false);
}

/** What the shapes of the filters within something cannot say, wherever they stand. */
export function filterProblems(value: unknown, pointer: string): Problem[] {
  if (typeof value !== "object" || value === null) return [];
  const within = Object.entries(value).flatMap(([name, part]) =>
    filterProblems(part, `${pointer}/${name}`),
  );
  if (!("operator" in value)) return within;
  return [...within, ...filterProblem(value as ValueFilter, pointer)];
}

const whatIsTaken =
  "Regular expressions are those of RE2, which has no lookarounds and no backreferences.";

function filterProblem(filter: ValueFilter, pointer: string): Problem[] {
  switch (filter.operator) {
    case "regex":
    case "nregex": {
      const pattern = filter.value === null ? undefined : patternOf(filter.value);
      if (pattern === undefined || !("wrong" in pattern)) return [];
      const detail = `'${filter.value}' cannot be searched for in linear time: ${pattern.wrong}.`;
      return [invalidProblem(`${pointer}/value`, `${detail} ${whatIsTaken}`)];
    }
    case "between-static": {
      const [start = 0, end = 0] = [filter.start, filter.end].map((text) => parseDatetime(text));
      return start <= end ? [] : [invalidProblem(`${pointer}/end`, "It ends before it begins.")];
    }
    default:
      return [];
  }
}
