import { Moment } from "./moment.ts";

/** What a template works with: JSON, what is missing, dates, and text that is not escaped again. */
export type Value = unknown;

/** A number with a point and no fraction, as `3.0`: of all other numbers JSON tells the kind. */
export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** A number that has a point, whatever it is. */
export const float = (value: number): Value => (Number.isInteger(value) ? new Float(value) : value);

export const isFloat = (value: Value): boolean =>
  value instanceof Float || (typeof value === "number" && !Number.isInteger(value));

/** A text that is written as it is. */
export class Safe {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value without the mark that it is safe. */
export const plain = (value: Value): Value => (value instanceof Safe ? value.text : value);

export const isObject = (value: Value): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isOwn(value);

/** Not of the context: what the language itself makes. */
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

/** A number, or what reads as one; undefined: it is none. */
export function numberOf(given: Value): number | undefined {
  const value = plain(given);
  if (typeof value === "number") return value;
  if (value instanceof Float) return value.value;
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "string" || !/^\s*[-+]?\d{1,300}(\.\d{0,300})?\s*$/.test(value))
    return undefined;
  return Number(value);
}

/** How deep values are compared. */
const depthMax = 40;

/** Equal as the language has it: a truth value is a number, a text never is one. */
export function areEqual(a: Value, b: Value, depth = 0): boolean {
  const [left, right] = [comparable(a), comparable(b)];
  if (left === right) return true;
  if (depth > depthMax) return false;
  if (Array.isArray(left) && Array.isArray(right)) {
    return (
      left.length === right.length &&
      left.every((each, index) => areEqual(each, right[index], depth + 1))
    );
  }
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every(
      (name) => Object.hasOwn(right, name) && areEqual(left[name], right[name], depth + 1),
    )
  );
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

/** The very same, as `is` has it: not only equal. */
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
