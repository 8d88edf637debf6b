import type { Value } from "./values.ts";

/** What a filter makes of a value. */
export interface Filter {
  readonly act: (value: Value, args: readonly Value[], tools: FilterTools) => Value;
  /** How many arguments it needs, and takes. */
  readonly args: readonly [least: number, most: number];
  /** What is safe stays so. */
  readonly keepsSafe?: true;
  /** It is given values with their marks of being safe. */
  readonly marked?: true;
}

/** What filters may know beside their value. */
export interface FilterTools {
  /** World time, in milliseconds since 1970. */
  readonly now: number;
  /** Whether outputs are escaped. */
  readonly escapes: boolean;
  /** Refuses a text of this length if it is longer than any may be, before it is made. */
  readonly allow: (length: number) => void;
}

export const none = [0, 0] as const;
export const one = [1, 1] as const;
export const perhaps = [0, 1] as const;
