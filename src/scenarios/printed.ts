import { matchesGlob } from "../world/name-match.ts";
import type { Scenario } from "./types.ts";

/** Whether what a client prints matters to what is expected. */
export const isOutputRead = ({ expect = [] }: Pick<Scenario, "expect">): boolean =>
  expect.some(({ prints, same }) => prints !== undefined || same === "output");

/** What a function returned, as the lines that it would have printed. */
export function printedOf(value: unknown): string[] {
  if (value === undefined) return [];
  return (typeof value === "string" ? value : (jsonOf(value) ?? String(value))).split("\n");
}

/** @returns undefined for what JSON cannot say, such as what holds itself */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, null, 1);
  } catch {
    return undefined;
  }
}

// oxlint-disable-next-line no-control-regex
const colours = /\u001B\[[\d;]*[A-Za-z]/g;

/** Whether a line is what a pattern says, in which `*` stands for anything; colours and margins do not count. */
export const isLine = (pattern: string, line: string): boolean =>
  matchesGlob(pattern, line.replace(colours, "").trim());
