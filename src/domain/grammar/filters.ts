// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  boolean, integer, list, literal, named, nullable, number, object, oneOf, string, type Shape
} from "../../contract/shape.ts";

/** What may be asked of a value, in the definitions of segments, flows and custom metrics. */

export interface NumericFilter {
  readonly type: "numeric";
  readonly operator:
    "equals" | "greater-than" | "greater-than-or-equal" | "less-than" | "less-than-or-equal" |
    "not-equals";
  readonly value: number
}
export const numericFilter: Shape<NumericFilter> = named(
  "NumericFilter",
  object({
    type: literal("numeric"),
    operator: literal(
      "equals", "greater-than", "greater-than-or-equal", "less-than", "less-than-or-equal",
      "not-equals"
    ),
    value: number()
  })
);
export interface NumericRangeFilter {
  readonly type: "numeric"; readonly operator: "between"; readonly start: number;
  readonly end: number
}
export const numericRangeFilter: Shape<NumericRangeFilter> = named(
  "NumericRangeFilter",
  object({ type: literal("numeric"), operator: literal("between"), start: number(), end: number() })
);
export interface StringFilter {
  readonly type: "string";
  readonly operator:
    "contains" | "ends-with" | "equals" | "not-contains" | "not-ends-with" | "not-equals" |
    "not-starts-with" | "nregex" | "regex" | "starts-with";
  readonly value: string | null
}
export const stringFilter: Shape<StringFilter> = named(
  "StringFilter",
  object({
    type: literal("string"),
    operator: literal(
      "contains", "ends-with", "equals", "not-contains", "not-ends-with", "not-equals",
      "not-starts-with", "nregex", "regex", "starts-with"
    ),
    value: nullable(string({ maxLength: 1000 }))
  })
);
export interface AmongTextsFilter {
  readonly type: "string"; readonly operator: "in" | "not-in"; readonly value: readonly string[]
}
export const amongTextsFilter: Shape<AmongTextsFilter> = named(
  "AmongTextsFilter",
  object({
    type: literal("string"), operator: literal("in", "not-in"),
    value: list(string({ maxLength: 1000 }))
  })
);
export interface PhoneCountryFilter {
  readonly type: "string"; readonly operator: "phone-country-code-in" | "phone-country-code-not-in";
  readonly value: readonly string[]
}
export const phoneCountryFilter: Shape<PhoneCountryFilter> = named(
  "PhoneCountryFilter",
  object({
    type: literal("string"),
    operator: literal("phone-country-code-in", "phone-country-code-not-in"),
    value: list(string({ maxLength: 1000 }))
  })
);
export interface BooleanFilter {
  readonly type: "boolean"; readonly operator: "equals"; readonly value: boolean
}
export const booleanFilter: Shape<BooleanFilter> = named(
  "BooleanFilter",
  object({ type: literal("boolean"), operator: literal("equals"), value: boolean() })
);
export interface ExistenceFilter {
  readonly type: "existence"; readonly operator: "is-set" | "not-set"
}
export const existenceFilter: Shape<ExistenceFilter> = named(
  "ExistenceFilter", object({ type: literal("existence"), operator: literal("is-set", "not-set") })
);
export interface ListItemFilter {
  readonly type: "list"; readonly operator: "contains" | "not-contains";
  readonly value: number | string | null
}
export const listItemFilter: Shape<ListItemFilter> = named(
  "ListItemFilter",
  object({
    type: literal("list"), operator: literal("contains", "not-contains"),
    value: nullable(oneOf(integer(), string({ maxLength: 1000 })))
  })
);
export interface ListItemPartFilter {
  readonly type: "list";
  readonly operator:
    "contains-ends-with" | "contains-starts-with" | "not-contains-ends-with" |
    "not-contains-starts-with";
  readonly value: number | string | null
}
export const listItemPartFilter: Shape<ListItemPartFilter> = named(
  "ListItemPartFilter",
  object({
    type: literal("list"),
    operator: literal(
      "contains-ends-with", "contains-starts-with", "not-contains-ends-with",
      "not-contains-starts-with"
    ),
    value: nullable(oneOf(integer(), string({ maxLength: 1000 })))
  })
);
export interface ListSubstringFilter {
  readonly type: "list"; readonly operator: "contains-substring" | "not-contains-substring";
  readonly value: string | null
}
export const listSubstringFilter: Shape<ListSubstringFilter> = named(
  "ListSubstringFilter",
  object({
    type: literal("list"), operator: literal("contains-substring", "not-contains-substring"),
    value: nullable(string({ maxLength: 1000 }))
  })
);
export interface ListSetFilter {
  readonly type: "list";
  readonly operator: "contains-all" | "contains-any" | "not-contains-all" | "not-contains-any";
  readonly value: readonly string[]
}
export const listSetFilter: Shape<ListSetFilter> = named(
  "ListSetFilter",
  object({
    type: literal("list"),
    operator: literal("contains-all", "contains-any", "not-contains-all", "not-contains-any"),
    value: list(string({ maxLength: 1000 }))
  })
);
export interface ListLengthFilter {
  readonly type: "list";
  readonly operator:
    "length-equals" | "length-greater-than" | "length-greater-than-or-equal" | "length-less-than" |
    "length-less-than-or-equal";
  readonly value: number
}
export const listLengthFilter: Shape<ListLengthFilter> = named(
  "ListLengthFilter",
  object({
    type: literal("list"),
    operator: literal(
      "length-equals", "length-greater-than", "length-greater-than-or-equal", "length-less-than",
      "length-less-than-or-equal"
    ),
    value: integer()
  })
);
export interface FixedDateFilter {
  readonly type: "date"; readonly operator: "after" | "before"; readonly date: string
}
export const fixedDateFilter: Shape<FixedDateFilter> = named(
  "FixedDateFilter",
  object({
    type: literal("date"), operator: literal("after", "before"),
    date: string({ format: "datetime" })
  })
);
export interface FixedRangeFilter {
  readonly type: "date"; readonly operator: "between-static"; readonly start: string;
  readonly end: string
}
export const fixedRangeFilter: Shape<FixedRangeFilter> = named(
  "FixedRangeFilter",
  object({
    type: literal("date"), operator: literal("between-static"),
    start: string({ format: "datetime" }), end: string({ format: "datetime" })
  })
);
export interface RelativeDateFilter {
  readonly type: "date"; readonly operator: "at-least" | "in-the-last" | "in-the-next";
  readonly unit: "day" | "hour" | "week"; readonly quantity: number
}
export const relativeDateFilter: Shape<RelativeDateFilter> = named(
  "RelativeDateFilter",
  object({
    type: literal("date"), operator: literal("at-least", "in-the-last", "in-the-next"),
    unit: literal("day", "hour", "week"), quantity: integer({ min: 1, max: 100000 })
  })
);
export interface RelativeRangeFilter {
  readonly type: "date"; readonly operator: "between"; readonly start: number; readonly end: number;
  readonly unit: "day" | "hour" | "week"
}
export const relativeRangeFilter: Shape<RelativeRangeFilter> = named(
  "RelativeRangeFilter",
  object({
    type: literal("date"), operator: literal("between"), start: integer({ min: 0, max: 100000 }),
    end: integer({ min: 0, max: 100000 }), unit: literal("day", "hour", "week")
  })
);
export interface RelativeAnniversaryFilter {
  readonly type: "date"; readonly operator: "anniversary-last" | "anniversary-next";
  readonly unit: "day" | "hour" | "week"; readonly quantity: number
}
export const relativeAnniversaryFilter: Shape<RelativeAnniversaryFilter> = named(
  "RelativeAnniversaryFilter",
  object({
    type: literal("date"), operator: literal("anniversary-last", "anniversary-next"),
    unit: literal("day", "hour", "week"), quantity: integer({ min: 1, max: 100000 })
  })
);
export interface CalendarMonthFilter {
  readonly type: "date"; readonly operator: "calendar-month"; readonly value: number
}
export const calendarMonthFilter: Shape<CalendarMonthFilter> = named(
  "CalendarMonthFilter",
  object({
    type: literal("date"), operator: literal("calendar-month"), value: integer({ min: 1, max: 12 })
  })
);
export interface AnniversaryFilter {
  readonly type: "date"; readonly operator: "anniversary" | "anniversary-month"
}
export const anniversaryFilter: Shape<AnniversaryFilter> = named(
  "AnniversaryFilter",
  object({ type: literal("date"), operator: literal("anniversary", "anniversary-month") })
);
export type DateFilter =
  FixedDateFilter | FixedRangeFilter | RelativeDateFilter | RelativeRangeFilter |
  RelativeAnniversaryFilter | CalendarMonthFilter | AnniversaryFilter;
export const dateFilter: Shape<DateFilter> = named(
  "DateFilter",
  oneOf(
    fixedDateFilter, fixedRangeFilter, relativeDateFilter, relativeRangeFilter,
    relativeAnniversaryFilter, calendarMonthFilter, anniversaryFilter
  )
);
export interface AlltimeFilter { readonly type: "date"; readonly operator: "alltime" }
export const alltimeFilter: Shape<AlltimeFilter> = object({
  type: literal("date"), operator: literal("alltime")
});
