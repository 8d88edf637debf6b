import { createRequire } from "node:module";
import { phoneCountryOf } from "../../jsonapi/formats.ts";
import type { TextFilter } from "./kinds.ts";

const require = createRequire(import.meta.url);

/** A pattern that is searched for in time that grows with the text, and no faster. */
export interface Pattern {
  readonly isIn: (text: string) => boolean;
}

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

const patterns = new WeakMap<TextFilter, Pattern>();

/** One that cannot be run was refused when it was sent, and is in no text. */
function patternIn(filter: Regex, ignoreCase: boolean): Pattern {
  const known = patterns.get(filter);
  if (known !== undefined) return known;
  const read = patternOf(filter.value, ignoreCase);
  const pattern = "wrong" in read ? { isIn: () => false } : read;
  patterns.set(filter, pattern);
  return pattern;
}

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

function is(filter: TextFilter, text: string, ignoreCase: boolean): boolean {
  const folded = (each: string) => (ignoreCase ? each.toLowerCase() : each);
  const found = folded(text);
  switch (filter.operator) {
    case "in":
    case "not-in":
      return filter.value.some((each) => folded(each) === found);
    case "phone-country-code-in":
    case "phone-country-code-not-in":
      return isOfCountry(filter.value, text);
    default:
      return filter.value !== null && isPart(filter as Regex, found, folded, ignoreCase);
  }
}

function isPart(
  filter: Regex,
  text: string,
  folded: (text: string) => string,
  ignoreCase: boolean,
): boolean {
  const value = folded(filter.value);
  switch (filter.operator) {
    case "equals":
    case "not-equals":
      return text === value;
    case "contains":
    case "not-contains":
      return text.includes(value);
    case "starts-with":
    case "not-starts-with":
      return text.startsWith(value);
    case "ends-with":
    case "not-ends-with":
      return text.endsWith(value);
    case "regex":
    case "nregex":
      return patternIn(filter, ignoreCase).isIn(text);
  }
}

/** @guess *ate_segment: A phone's country is given as `US`, or as its calling code `1` or `+1`. */
function isOfCountry(wanted: readonly string[], text: string): boolean {
  const { country, callingCode } = phoneCountryOf(text) ?? {};
  return wanted.some((each) => {
    const name = each.trim().toUpperCase();
    return name !== "" && (name === country || name.replace(/^\+/, "") === callingCode);
  });
}
