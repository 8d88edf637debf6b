import type { Result, Verdict } from "../../scenarios/verdict.ts";
import { colours } from "../terminal/colours.ts";
import { printable } from "../terminal/texts.ts";

/** A verdict as a person reads it: what passed, what failed, and the requests that show it. */
export function verdictText({ scenario, passed, exercised, expectations }: Verdict): string {
  const good = exercised ? colours.green("passed") : colours.yellow("not exercised");
  const word = passed ? good : colours.red("FAILED");
  return `${colours.bold(printable(scenario))} ${word}\n\n${checksText(expectations)}`;
}

export const checksText = (checks: readonly Result[]): string =>
  checks
    .flatMap((each) => {
      const good = each.unmet ? colours.dim("-") : colours.green("✓");
      const mark = each.passed ? good : colours.red("✗");
      const head = `  ${mark} ${printable(each.name)}`;
      if (each.passed) return [`${head}  ${colours.dim(printable(each.message))}`];
      const seen = each.evidence.map(({ text }) => colours.dim(`      ${printable(text)}`));
      return [head, `      ${printable(each.message)}`, ...seen];
    })
    .join("\n");
