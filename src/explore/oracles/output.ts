import { missingLines, patternOf } from "../output.ts";
import { endsWell, type Oracle } from "./oracle.ts";

const linesMax = 20;

/** Exit code 0 means: all lines are printed that are always printed without faults. More of them are no mistake. */
export const output: Oracle = ({ seen, baseline: { lines } }) => {
  if (!endsWell(seen)) return undefined;
  const missing = missingLines(lines, seen.output);
  if (missing.length === 0) return undefined;
  const more = missing.length > 1 ? `, and ${missing.length - 1} more` : "";
  return {
    oracle: "output",
    text: `the command does not print "${missing[0]}"${more}, although it ends with exit code 0`,
    signs: "lines",
    missing: [...new Set(missing)].slice(0, linesMax).map((line) => ({
      line: patternOf(line),
      expected: lines.filter((each) => each === line).length,
    })),
  };
};
