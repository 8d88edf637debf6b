import type { AlltimeFilter, AmongTextsFilter, BooleanFilter } from "../grammar/filters.ts";
import type { DateFilter, ExistenceFilter, ListItemFilter } from "../grammar/filters.ts";
import type { ListItemPartFilter, ListLengthFilter, ListSetFilter } from "../grammar/filters.ts";
import type { ListSubstringFilter, NumericFilter, NumericRangeFilter } from "../grammar/filters.ts";
import type { PhoneCountryFilter, StringFilter } from "../grammar/filters.ts";

export type AnyDateFilter = DateFilter | AlltimeFilter;
export type TextFilter = StringFilter | AmongTextsFilter | PhoneCountryFilter;
export type ListFilter =
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
