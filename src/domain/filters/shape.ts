import {
  boolean,
  type Infer,
  integer,
  list,
  literal,
  named,
  nullable,
  number,
  object,
  oneOf,
  type Shape,
  string,
} from "../../contract/shape.ts";

/**
 * What may be asked of a value, in the definitions of segments and of custom metrics: the published
 * types of filter with their operators. How much text a filter takes is a @guess, and so is that a
 * span of time is no less than one.
 */
const text = string({ maxLength: 1000 });
const texts = list(text);
const datetime = string({ format: "datetime" });
const unit = literal("day", "hour", "week");
const quantity = integer({ min: 1, max: 100_000 });
const ago = integer({ min: 0, max: 100_000 });
const item = nullable(oneOf(integer(), text));
const date = literal("date");

const comparing = literal(
  "equals",
  "greater-than",
  "greater-than-or-equal",
  "less-than",
  "less-than-or-equal",
  "not-equals",
);

/** A filter of a type with one value. */
const valued = <T extends string, O extends string, V>(
  type: T,
  operator: Shape<O>,
  value: Shape<V>,
) => object({ type: literal(type), operator, value });

/** A filter that compares a number. */
const comparison = <O extends string, V>(operator: Shape<O>, value: Shape<V>) =>
  valued("numeric", operator, value);

export const numeric = named("NumericFilter", comparison(comparing, number()));
export const wholeNumeric = comparison(comparing, integer());
export const distances = [
  comparison(literal("greater-than"), number()),
  comparison(literal("less-than"), number()),
] as const;
export const numericRange = named(
  "NumericRangeFilter",
  object({
    type: literal("numeric"),
    operator: literal("between"),
    start: number(),
    end: number(),
  }),
);

export const textFilter = named(
  "StringFilter",
  valued(
    "string",
    literal(
      "contains",
      "ends-with",
      "equals",
      "not-contains",
      "not-ends-with",
      "not-equals",
      "not-starts-with",
      "nregex",
      "regex",
      "starts-with",
    ),
    nullable(text),
  ),
);
export const equalText = named(
  "EqualTextFilter",
  valued("string", literal("equals"), nullable(text)),
);
export const amongTexts = named(
  "AmongTextsFilter",
  valued("string", literal("in", "not-in"), texts),
);
export const oneOfTexts = named("OneOfTextsFilter", valued("string", literal("in"), texts));
export const phoneCountry = named(
  "PhoneCountryFilter",
  valued("string", literal("phone-country-code-in", "phone-country-code-not-in"), texts),
);

export const booleanFilter = named(
  "BooleanFilter",
  valued("boolean", literal("equals"), boolean()),
);
export const existence = named(
  "ExistenceFilter",
  object({
    type: literal("existence"),
    operator: literal("is-set", "not-set"),
  }),
);
export const isSet = named(
  "IsSetFilter",
  object({ type: literal("existence"), operator: literal("is-set") }),
);

export const listItem = named(
  "ListItemFilter",
  valued("list", literal("contains", "not-contains"), item),
);
export const listItemPart = named(
  "ListItemPartFilter",
  valued(
    "list",
    literal(
      "contains-ends-with",
      "contains-starts-with",
      "not-contains-ends-with",
      "not-contains-starts-with",
    ),
    item,
  ),
);
export const listSubstring = named(
  "ListSubstringFilter",
  valued("list", literal("contains-substring", "not-contains-substring"), nullable(text)),
);
export const listSet = named(
  "ListSetFilter",
  valued(
    "list",
    literal("contains-all", "contains-any", "not-contains-all", "not-contains-any"),
    texts,
  ),
);
export const listLength = named(
  "ListLengthFilter",
  valued(
    "list",
    literal(
      "length-equals",
      "length-greater-than",
      "length-greater-than-or-equal",
      "length-less-than",
      "length-less-than-or-equal",
    ),
    integer(),
  ),
);

export const fixedDate = named(
  "FixedDateFilter",
  object({
    type: date,
    operator: literal("after", "before"),
    date: datetime,
  }),
);
export const fixedRange = named(
  "FixedRangeFilter",
  object({
    type: date,
    operator: literal("between-static"),
    start: datetime,
    end: datetime,
  }),
);
export const relativeDate = named(
  "RelativeDateFilter",
  object({
    type: date,
    operator: literal("at-least", "in-the-last", "in-the-next"),
    unit,
    quantity,
  }),
);
export const relativeRange = named(
  "RelativeRangeFilter",
  object({
    type: date,
    operator: literal("between"),
    start: ago,
    end: ago,
    unit,
  }),
);
export const relativeAnniversary = named(
  "RelativeAnniversaryFilter",
  object({
    type: date,
    operator: literal("anniversary-last", "anniversary-next"),
    unit,
    quantity,
  }),
);
const calendarMonth = named(
  "CalendarMonthFilter",
  object({
    type: date,
    operator: literal("calendar-month"),
    value: integer({ min: 1, max: 12 }),
  }),
);
const anniversary = named(
  "AnniversaryFilter",
  object({
    type: date,
    operator: literal("anniversary", "anniversary-month"),
  }),
);
export const alltime = object({ type: date, operator: literal("alltime") });

/** The filters of a date, wherever all of them may stand. */
export const spans = [fixedDate, fixedRange, relativeDate, relativeRange] as const;
export const dates = [...spans, relativeAnniversary, calendarMonth, anniversary] as const;

/** Any filter of a date. */
export const dateFilter = named("DateFilter", oneOf(...dates));

export type NumericFilter = Infer<typeof numeric>;
export type RangeFilter = Infer<typeof numericRange>;
export type DateFilter = Infer<(typeof dates)[number]> | Infer<typeof alltime>;
export type TextFilter =
  | Infer<typeof textFilter>
  | Infer<typeof amongTexts>
  | Infer<typeof phoneCountry>;
export type ListFilter =
  | Infer<typeof listItem>
  | Infer<typeof listItemPart>
  | Infer<typeof listSubstring>
  | Infer<typeof listSet>
  | Infer<typeof listLength>;
export type ValueFilter =
  | NumericFilter
  | RangeFilter
  | TextFilter
  | ListFilter
  | DateFilter
  | Infer<typeof booleanFilter>
  | Infer<typeof existence>;
