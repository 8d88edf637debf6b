import { Moment } from "./moment.ts";
import { Float, isFloat, plain, type Value } from "./values.ts";

/** A value as text. Of what nests deep only the outer part. */
export function textOf(given: Value, depth = 0): string {
  const value = plain(given);
  if (typeof value === "string") return value;
  if (value === undefined) return "";
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return numberText(value);
  if (value instanceof Float) return floatText(value.value);
  if (value instanceof Moment) return value.toString();
  if (depth > depthMax) return "...";
  const inner = (each: Value) =>
    typeof plain(each) === "string" ? quoted(textOf(each)) : textOf(each, depth + 1);
  if (Array.isArray(value)) return `[${value.map(inner).join(", ")}]`;
  const members = Object.entries(value as object).map(
    ([name, each]) => `${quoted(name)}: ${inner(each)}`,
  );
  return `{${members.join(", ")}}`;
}

/** A value as an output writes it: a date in words, and a number without an exponent. */
export function outputOf(value: Value): string {
  if (value instanceof Moment) return value.text;
  const text = textOf(value);
  return isFloat(value) && text.includes("e") ? Number(text).toLocaleString("en", whole) : text;
}

const whole = { useGrouping: false, maximumSignificantDigits: 17 } as const;

/** How deep values are gone into. */
export const depthMax = 40;

const quoted = (text: string): string => {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const whole = text.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`);
  return mark + whole.replace(/[\n\r\t]/g, (each) => controls[each] ?? each) + mark;
};

const controls: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function numberText(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return Number.isInteger(value) ? String(BigInt(value)) : floatText(value);
}

/** As Python writes it: very large and very small ones with their exponent. */
function floatText(value: number): string {
  const size = Math.abs(value);
  if (Object.is(value, -0)) return "-0.0";
  if (size >= 1e16 || (size < 1e-4 && size > 0)) {
    const [digits, exponent = ""] = value.toExponential().split("e");
    return `${digits}e${exponent.charAt(0)}${exponent.slice(1).padStart(2, "0")}`;
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

const unescaped = /[&<>"']/g;
const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** Text as HTML shows it. */
export const escaped = (text: string): string =>
  text.replace(unescaped, (character) => entities[character] ?? character);
