import type {
  AlltimeFilter,
  AmongTextsFilter,
  BooleanFilter,
  DateFilter,
  ExistenceFilter,
  ListItemFilter,
  ListItemPartFilter,
  ListLengthFilter,
  ListSetFilter,
  ListSubstringFilter,
  NumericFilter,
  NumericRangeFilter,
  PhoneCountryFilter,
  StringFilter,
} from "../grammar/filters.ts";

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
