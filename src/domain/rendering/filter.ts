import { escaped, textOf, numberOf, Safe, type Value } from "./values.ts";

export interface Filter {
  readonly act: (value: Value, args: readonly Value[], tools: FilterTools) => Value;
  readonly args: readonly [least: number, most: number];
  /** What is safe stays so. */
  readonly keepsSafe?: true;
  /** It is given values with their marks of being safe. */
  readonly marked?: true;
}

export type Act = Filter["act"];
export type Filters = Readonly<Record<string, Filter>>;

export interface FilterTools {
  /** World time, in milliseconds since 1970. */
  readonly now: number;
  readonly escapes: boolean;
  /** Refuses a text of this length before it is made, if it is too long. */
  readonly allow: (length: number) => void;
  /** A whole number below this one: the same whenever the same message is rendered. */
  readonly draw: (below: number) => number;
}

export const none = [0, 0] as const;
export const one = [1, 1] as const;
export const perhaps = [0, 1] as const;
export const keeping = { args: none, keepsSafe: true } as const;
export const keepingOne = { args: one, keepsSafe: true } as const;

/** Of a text; anything else as an output writes it. */
export const ofText =
  (act: (text: string, argument: string) => Value): Act =>
  (value, [argument = ""]) =>
    act(textOf(value), textOf(argument));

/** Of a text and a whole number; with anything else it stays as it is. */
export const upTo =
  (act: (text: string, most: number, tools: FilterTools) => Value): Act =>
  (value, [most], tools) => {
    const number = wholeOf(most);
    return number === undefined ? value : act(textOf(value), number, tools);
  };

/** Of a text that HTML shows: escaped first, unless it is safe or nothing is. */
export const ofHtml =
  (act: (html: string, argument: string) => string): Act =>
  (value, [argument = ""], { escapes }) =>
    new Safe(act(shown(value, escapes), textOf(argument)));

export const shown = (value: Value, escapes: boolean): string =>
  value instanceof Safe || !escapes ? textOf(value) : escaped(textOf(value));

/** Python's `int(…)`; undefined: it is no number. */
export function wholeOf(value: Value): number | undefined {
  if (typeof value === "string" && !/^\s*[-+]?\d+\s*$/.test(value)) return undefined;
  const found = numberOf(value);
  return found === undefined || !Number.isFinite(found) ? undefined : Math.trunc(found);
}
