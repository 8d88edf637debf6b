import { always, meetsDate, type Moment, whenOf } from "./date.ts";
import type { ListFilter, ValueFilter } from "./kinds.ts";
import type { NumericFilter, NumericRangeFilter } from "../grammar/filters.ts";
import { holdsText, textOf } from "./text.ts";

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

export function compares(filter: NumericFilter | NumericRangeFilter, found: number): boolean {
  switch (filter.operator) {
    case "equals":
      return found === filter.value;
    case "not-equals":
      return found !== filter.value;
    case "greater-than":
      return found > filter.value;
    case "greater-than-or-equal":
      return found >= filter.value;
    case "less-than":
      return found < filter.value;
    case "less-than-or-equal":
      return found <= filter.value;
    case "between":
      return found >= filter.start && found <= filter.end;
  }
}

/** @guess *ate_segment: Items of a list are compared as texts: 42 equals "42". */
function holdsList(filter: ListFilter, value: unknown): boolean {
  const negative = filter.operator.startsWith("not-");
  if (!Array.isArray(value)) return negative;
  const items: readonly unknown[] = value;
  const some = (is: (text: string, asked: string) => boolean) => {
    const asked = textOf(filter.value);
    if (asked === undefined) return false;
    return items.map(textOf).some((text) => text !== undefined && is(text, asked));
  };
  const has = (asked: string) => items.some((each) => textOf(each) === asked);
  switch (filter.operator) {
    case "contains":
    case "not-contains": {
      const { value: asked } = filter;
      return (asked === null ? items.includes(null) : has(String(asked))) !== negative;
    }
    case "contains-starts-with":
    case "not-contains-starts-with":
      return some((text, asked) => text.startsWith(asked)) !== negative;
    case "contains-ends-with":
    case "not-contains-ends-with":
      return some((text, asked) => text.endsWith(asked)) !== negative;
    case "contains-substring":
    case "not-contains-substring":
      return some((text, asked) => text.includes(asked)) !== negative;
    case "contains-all":
    case "not-contains-all":
      return filter.value.every(has) !== negative;
    case "contains-any":
    case "not-contains-any":
      return filter.value.some(has) !== negative;
    case "length-equals":
      return items.length === filter.value;
    case "length-greater-than":
      return items.length > filter.value;
    case "length-greater-than-or-equal":
      return items.length >= filter.value;
    case "length-less-than":
      return items.length < filter.value;
    case "length-less-than-or-equal":
      return items.length <= filter.value;
  }
}
