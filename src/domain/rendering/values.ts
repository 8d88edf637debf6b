import { Moment } from "./moment.ts";

/** JSON, what is missing, dates, and text that is not escaped again. */
export type Value = unknown;

/** A number with a point and no fraction, as `3.0`. */
export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

export const float = (value: number): Value => (Number.isInteger(value) ? new Float(value) : value);

export const isFloat = (value: Value): boolean =>
  value instanceof Float || (typeof value === "number" && !Number.isInteger(value));

export class Safe {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export const plain = (value: Value): Value => (value instanceof Safe ? value.text : value);

export const isObject = (value: Value): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isOwn(value);

const isOwn = (value: object): boolean =>
  value instanceof Safe || value instanceof Float || value instanceof Moment;

/** Whether a condition takes it for true: 0, empty and nothing are false. */
export function isTrue(given: Value): boolean {
  const value = bare(given);
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return Boolean(value) || Number.isNaN(value);
}

/** What a dotted name leads to; undefined: nothing. */
export function member(given: Value, name: string): Value {
  const value = plain(given);
  if (typeof value === "string" || Array.isArray(value)) {
    return /^\d{1,9}$/.test(name) ? (value[Number(name)] as Value) : undefined;
  }
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  if (name === "items") return Object.entries(value);
  if (name === "keys") return Object.keys(value);
  return name === "values" ? Object.values(value) : undefined;
}

/** A number, or what reads as one. */
export function numberOf(given: Value): number | undefined {
  const value = plain(given);
  if (typeof value === "number") return value;
  if (value instanceof Float) return value.value;
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "string" || !/^\s*[-+]?\d{1,300}(\.\d{0,300})?\s*$/.test(value))
    return undefined;
  return Number(value);
}

export const depthMax = 40;

/** Equal as the language has it: a truth value is a number, a text never is one. */
export function areEqual(a: Value, b: Value, depth = 0): boolean {
  const [left, right] = [comparable(a), comparable(b)];
  if (left === right) return true;
  if (depth > depthMax) return false;
  if (Array.isArray(left) && Array.isArray(right)) {
    const isSame = (each: Value, at: number) => areEqual(each, right[at], depth + 1);
    return left.length === right.length && left.every(isSame);
  }
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  const isSame = (name: string) =>
    Object.hasOwn(right, name) && areEqual(left[name], right[name], depth + 1);
  return names.length === Object.keys(right).length && names.every(isSame);
}

/** A value without what only says how it is written. */
const bare = (given: Value): Value => {
  const value = plain(given);
  return value instanceof Float ? value.value : value;
};

function comparable(given: Value): Value {
  const value = bare(given);
  if (value instanceof Moment) return `moment ${value.wall}`;
  if (value === undefined) return null;
  return typeof value === "boolean" ? Number(value) : value;
}

export const isSame = (a: Value, b: Value): boolean => (a ?? null) === (b ?? null);

/** Below 0, 0, or above it; undefined: the two have no order. */
export function ordered(a: Value, b: Value): number | undefined {
  const [left, right] = [comparable(a), comparable(b)];
  if (typeof left === "number" && typeof right === "number") return left - right;
  if (typeof left !== "string" || typeof right !== "string") return undefined;
  return left === right ? 0 : left < right ? -1 : 1;
}

/** Whether one is in the other: in a text, among items, or as a name. */
export function isIn(item: Value, group: Value): boolean {
  const [left, right] = [plain(item), plain(group)];
  if (typeof right === "string") return typeof left === "string" && right.includes(left);
  if (Array.isArray(right)) return right.some((each) => areEqual(left, each));
  return isObject(right) && typeof left === "string" && Object.hasOwn(right, left);
}

/** A value as text; of what nests deep only the outer part. */
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
  const members = Object.entries(value as object);
  return `{${members.map(([name, each]) => `${quoted(name)}: ${inner(each)}`).join(", ")}}`;
}

/** A value as an output writes it: a date in words, and a number without an exponent. */
export function outputOf(value: Value): string {
  if (value instanceof Moment) return value.text;
  const text = textOf(value);
  return isFloat(value) && text.includes("e") ? Number(text).toLocaleString("en", whole) : text;
}

const whole = { useGrouping: false, maximumSignificantDigits: 17 } as const;

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

export const escaped = (text: string): string =>
  text.replace(unescaped, (character) => entities[character] ?? character);
