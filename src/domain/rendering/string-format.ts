import { textOf } from "./text-of.ts";
import { isFloat, plain, type Value } from "./values.ts";

const wish = /^([#0\- +]*)(\d{1,3})?(?:\.(\d{1,2}))?([diouxXeEfFgGcrs%])$/;

/** A value in a form of Python's `%` operator, without the sign: `.2f`, `05d`. What does not fit it is nothing. */
export function formatted(given: Value, form: string): string {
  const [, flags = "", width = "0", digits, kind = ""] = wish.exec(form) ?? [];
  const value = plain(given);
  const text = kind === "" ? undefined : bodyOf(value, kind, digits);
  if (text === undefined) return "";
  const isText = "rsc%".includes(kind);
  const signed = isText || text.startsWith("-") ? text : (/[+ ]/.exec(flags)?.[0] ?? "") + text;
  const missing = Number(width) - signed.length;
  if (missing <= 0) return signed;
  if (flags.includes("-")) return signed + " ".repeat(missing);
  if (!flags.includes("0") || isText) return " ".repeat(missing) + signed;
  return signed.replace(/^[-+ ]?/, (sign) => sign + "0".repeat(missing));
}

function bodyOf(value: Value, kind: string, digits: string | undefined): string | undefined {
  const limit = digits === undefined ? undefined : Number(digits);
  if (kind === "s") return textOf(value).slice(0, limit);
  if (kind === "r") return textOf([value]).slice(1, -1).slice(0, limit);
  if (kind === "%") return "%";
  const number = typeof value === "string" ? undefined : Number(textOf(value));
  if (number === undefined || !Number.isFinite(number)) return undefined;
  if (kind === "c")
    return Number.isInteger(number) && !isFloat(value) ? String.fromCodePoint(number) : undefined;
  if ("diu".includes(kind)) return whole(Math.trunc(number), 10, limit);
  if ("oxX".includes(kind)) {
    if (isFloat(value)) return undefined;
    const text = whole(number, kind === "o" ? 8 : 16, limit);
    return kind === "X" ? text.toUpperCase() : text;
  }
  const lower = kind.toLowerCase();
  const text =
    lower === "f"
      ? number.toFixed(limit ?? 6)
      : lower === "e"
        ? exponential(number, limit ?? 6)
        : general(number, limit ?? 6);
  return kind === lower ? text : text.toUpperCase();
}

const whole = (number: number, base: number, digits = 0): string =>
  (number < 0 ? "-" : "") + Math.abs(number).toString(base).padStart(digits, "0");

/** With an exponent of two digits at least. */
const exponential = (number: number, digits: number): string =>
  number.toExponential(digits).replace(/e([-+])(\d)$/, "e$10$2");

function general(number: number, wanted: number): string {
  const digits = wanted || 1;
  const exponent = number === 0 ? 0 : Number(number.toExponential(digits - 1).split("e")[1]);
  const isShort = exponent >= -4 && exponent < digits;
  const text = isShort ? number.toFixed(digits - 1 - exponent) : exponential(number, digits - 1);
  return text.replace(/(\.\d*?)0+(?=e|$)/, "$1").replace(/\.(?=e|$)/, "");
}
