/** What a template works with: JSON, what is missing, and text that is not escaped again. */
export type Value = unknown;

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
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Safe);

/** Whether a condition takes it for true: 0, empty and nothing are false. */
export function isTrue(given: Value): boolean {
  const value = plain(given);
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return Boolean(value) || Number.isNaN(value);
}

/** A value as an output writes it. Of what nests deep only the outer part. */
export function textOf(given: Value, depth = 0): string {
  const value = plain(given);
  if (typeof value === "string") return value;
  if (value === undefined) return "";
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return numberText(value);
  if (depth > depthMax) return "...";
  const inner = (each: Value) =>
    typeof each === "string" ? quoted(each) : textOf(each, depth + 1);
  if (Array.isArray(value)) return `[${value.map(inner).join(", ")}]`;
  const members = Object.entries(value as object).map(
    ([name, each]) => `${quoted(name)}: ${inner(each)}`,
  );
  return `{${members.join(", ")}}`;
}

const depthMax = 40;

const quoted = (text: string): string => {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  return mark + text.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`) + mark;
};

function numberText(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? "inf" : "-inf";
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
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "string" || !/^\s*[-+]?\d{1,300}(\.\d{0,300})?\s*$/.test(value))
    return undefined;
  return Number(value);
}

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

function comparable(value: Value): Value {
  const bare = plain(value);
  if (bare === undefined) return null;
  return typeof bare === "boolean" ? Number(bare) : bare;
}

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
