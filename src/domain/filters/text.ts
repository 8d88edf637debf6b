import { phoneCountryOf } from "../../jsonapi/formats.ts";
import type { TextFilter } from "./kinds.ts";
import { type Pattern, patternOf } from "./linear-regex.ts";

type Regex = Extract<TextFilter, { readonly value: string | null }> & { readonly value: string };

/** Those of filters, which never change. */
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

/** Whether a filter says that something is not so. */
const isNegative = ({ operator }: TextFilter): boolean => /^(not-|nregex|.*-not-)/.test(operator);

/**
 * Whether a text is as a filter asks. What is not set meets only what is negative. @guess *ate_segment: In a text
 * condition, null equals only what is not set.
 *
 * @param ignoreCase as emails are compared (behaviour.md, 8)
 */
export function holdsText(filter: TextFilter, value: unknown, ignoreCase = false): boolean {
  const text = textOf(value);
  if (filter.value === null && filter.operator.endsWith("equals")) {
    return (text === undefined) === (filter.operator === "equals");
  }
  const holds = text !== undefined && is(filter, text, ignoreCase);
  return holds !== isNegative(filter);
}

/** Whether it is so, be that asked for or its opposite. */
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
