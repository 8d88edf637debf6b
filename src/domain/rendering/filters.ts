import { encodingFilters } from "./encoding-filters.ts";
import { type Act, type Filter, type Filters, none, one, perhaps } from "./filter.ts";
import { htmlFilters } from "./html-filters.ts";
import { listFilters } from "./list-filters.ts";
import { Moment, momentIn, timeBetween } from "./moment.ts";
import { numberFilters } from "./number-filters.ts";
import { textFilters } from "./text-filters.ts";
import { textOf, isTrue, member, type Value } from "./values.ts";

const written =
  (usual: string, needsTime: boolean): Act =>
  (value, [form = usual]) =>
    value instanceof Moment && (value.hasTime || !needsTime) ? value.written(textOf(form)) : "";

const since =
  (isUntil: boolean): Act =>
  (value, [other], { now }) => {
    if (!(value instanceof Moment)) return "";
    const to = other instanceof Moment ? other.wall : now;
    return isUntil ? timeBetween(to, value.wall) : timeBetween(value.wall, to);
  };

const orElse =
  (isMissing: (value: Value) => boolean): Act =>
  (value, [other]) =>
    isMissing(value) ? other : value;

const valueFilters: Filters = {
  default: { act: orElse((value) => !isTrue(value)), args: one, marked: true },
  default_if_none: { act: orElse((value) => value === null), args: one, marked: true },
  lookup: { act: (value, [name]) => member(value, textOf(name)), args: one },
  date: { act: written("N j, Y", false), args: perhaps },
  time: { act: written("P", true), args: perhaps },
  timesince: { act: since(false), args: perhaps },
  timeuntil: { act: since(true), args: perhaps },
  // @guess render_template: The filter `format_date_string` makes nothing of a text without a date.
  format_date_string: { act: (value) => momentIn(textOf(value)) ?? "", args: none },
};

export const filters: ReadonlyMap<string, Filter> = new Map(
  [valueFilters, textFilters, encodingFilters, htmlFilters, listFilters, numberFilters].flatMap(
    Object.entries<Filter>,
  ),
);
