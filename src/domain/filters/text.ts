import { createRequire } from "node:module";
import { memo } from "../../contract/memo.ts";
import { phoneCountryOf } from "../../jsonapi/formats.ts";
import type { AmongTextsFilter, PhoneCountryFilter, StringFilter } from "../grammar/filters.ts";

const require = createRequire(import.meta.url);

export type TextFilter = StringFilter | AmongTextsFilter | PhoneCountryFilter;

/** A pattern that is searched for in time that grows with the text, and no faster. */
export type Pattern = { readonly isIn: (text: string) => boolean };

/** The most instructions of a pattern: each is tried at each character at most once. */
const instructionsMax = 2000;

/**
 * Reads a pattern for an engine that never goes back in a text: the usual one may take years for `^(a+)+$`. Loaded at
 * the first pattern. @returns or what is wrong with it: also what only an engine that goes back can do
 */
export function patternOf(text: string, ignoreCase = false): Pattern | { readonly wrong: string } {
  const { RE2JS } = require("re2js") as typeof import("re2js");
  try {
    const compiled = RE2JS.compile(text, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    if (compiled.programSize() > instructionsMax) return { wrong: "it is too large" };
    return { isIn: (searched) => compiled.matcher(searched).find() };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message.replace(/^.*?regexp: /, "") : "" };
  }
}

type Regex = Extract<TextFilter, { readonly value: string | null }> & { readonly value: string };

/** One that cannot be run was refused when it was sent, and is in no text. */
const patternIn = memo(({ value }: Regex, ignoreCase: boolean): Pattern => {
  const read = patternOf(value, ignoreCase);
  return "wrong" in read ? { isIn: () => false } : read;
});

/** The text that a value is; objects and lists are none, as little as what is not set. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;

const isNegative = ({ operator }: TextFilter): boolean => /^(not-|nregex|.*-not-)/.test(operator);

/** Whether a text is as a filter asks. What is not set meets only what is negative. @guess *ate_segment: In a text condition, null equals only what is not set. @param ignoreCase as emails are compared (behaviour.md, 8) */
export function holdsText(filter: TextFilter, value: unknown, ignoreCase = false): boolean {
  const text = textOf(value);
  if (filter.value === null && filter.operator.endsWith("equals")) {
    return (text === undefined) === (filter.operator === "equals");
  }
  const holds = text !== undefined && is(filter, text, ignoreCase);
  return holds !== isNegative(filter);
}

/** What is asked of a text and a value. Of a negation, the opposite is wanted. */
export const textTests: Readonly<Record<string, (text: string, value: string) => boolean>> = {
  equals: (text, value) => text === value,
  contains: (text, value) => text.includes(value),
  "starts-with": (text, value) => text.startsWith(value),
  "ends-with": (text, value) => text.endsWith(value),
};

function is(filter: TextFilter, text: string, ignoreCase: boolean): boolean {
  const folded = (each: string) => (ignoreCase ? each.toLowerCase() : each);
  const { operator, value } = filter;
  if (value === null) return false;
  if (typeof value !== "string") {
    if (operator.startsWith("phone-")) return isOfCountry(value, text);
    return value.some((each) => folded(each) === folded(text));
  }
  const test = textTests[operator] ?? textTests[operator.slice("not-".length)];
  return test === undefined
    ? patternIn(filter as Regex, ignoreCase).isIn(folded(text))
    : test(folded(text), folded(value));
}

/** @guess *ate_segment: A phone's country is given as `US`, or as its calling code `1` or `+1`. */
function isOfCountry(wanted: readonly string[], text: string): boolean {
  const { country, callingCode } = phoneCountryOf(text) ?? {};
  return wanted.some((each) => {
    const name = each.trim().toUpperCase();
    return name !== "" && (name === country || name.replace(/^\+/, "") === callingCode);
  });
}
