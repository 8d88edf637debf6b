import type { Verdict } from "../scenarios/verdict.ts";
import { colours } from "./colours.ts";
import { printable } from "./printable.ts";

/** A verdict as a person reads it: what passed, what failed, and what was seen of it. */
export function verdictText({ scenario, passed, expectations }: Verdict): string {
  const word = passed ? colours.green("passed") : colours.red("FAILED");
  const lines = expectations.flatMap((expectation) => {
    const mark = expectation.passed ? colours.green("✓") : colours.red("✗");
    const head = `  ${mark} ${printable(expectation.name)}`;
    if (expectation.passed) return [`${head}  ${colours.dim(printable(expectation.message))}`];
    const seen = expectation.evidence.map(({ text }) => colours.dim(`      ${printable(text)}`));
    return [head, `      ${printable(expectation.message)}`, ...seen];
  });
  return [`${colours.bold(printable(scenario))} ${word}`, "", ...lines].join("\n");
}
