import { dateText } from "./date-text.ts";
import { type Filter, one, perhaps } from "./filter.ts";
import { listFilters } from "./list-filters.ts";
import { numberFilters } from "./number-filters.ts";
import { textFilters } from "./text-filters.ts";
import { isTrue, member, textOf } from "./values.ts";

const valueFilters: Readonly<Record<string, Filter>> = {
  default: { act: (value, [other]) => (isTrue(value) ? value : other), args: one, marked: true },
  default_if_none: {
    act: (value, [other]) => (value === null ? other : value),
    args: one,
    marked: true,
  },
  lookup: { act: (value, [name]) => member(value, textOf(name)), args: one },
  date: {
    act: (value, [form], { now }) =>
      dateText(value, form === undefined ? "N j, Y" : textOf(form), now),
    args: perhaps,
  },
};

/** By name. */
export const filters: ReadonlyMap<string, Filter> = new Map(
  [valueFilters, textFilters, listFilters, numberFilters].flatMap(Object.entries<Filter>),
);
