import type { Result, Verdict } from "../../scenarios/verdict.ts";
import { colours } from "../terminal/colours.ts";
import { printable } from "../terminal/printable.ts";
import { screenWidth } from "../terminal/terminal.ts";
import { wrapped } from "../terminal/wrapped.ts";

/** A verdict as a person reads it: what passed, what failed, and the requests that show it. */
export function verdictText({ scenario, passed, expectations }: Verdict): string {
  const word = passed ? colours.green("passed") : colours.red("FAILED");
  return `${colours.bold(printable(scenario))} ${word}\n\n${checksText(expectations)}`;
}

/** The result of each expectation. */
export const checksText = (checks: readonly Result[]): string => checks.flatMap(linesOf).join("\n");

function linesOf({ name, passed, message, evidence }: Result): string[] {
  const width = screenWidth() ?? Number.POSITIVE_INFINITY;
  const below = (text: string): string[] =>
    wrapped(printable(text), Math.max(20, width - 6)).map((line) => `      ${line}`);
  const mark = passed ? colours.green("✓") : colours.red("✗");
  const head = `  ${mark} ${printable(name)}`;
  const seen = evidence.flatMap(({ text }) => below(text)).map((line) => colours.dim(line));
  if (!passed) return [head, ...below(message), ...seen];
  const isShort = printable(`  ✓ ${name}  ${message}`).length <= width;
  return isShort
    ? [`${head}  ${colours.dim(printable(message))}`]
    : [head, ...below(message).map((line) => colours.dim(line))];
}
