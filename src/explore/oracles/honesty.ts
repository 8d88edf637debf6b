import { missingLines } from "../output.ts";
import { differenceText, signsOf } from "../printed/words.ts";
import type { Oracle } from "./oracle.ts";

/** Who prints all that a good run prints has done all that a good run does. */
export const honesty: Oracle = ({ seen, baseline: { lines }, difference }) => {
  if (seen.exitCode !== 0 || seen.isKilled || lines.length === 0) return undefined;
  const lacks = difference.filter(({ expected, found }) => found <= expected);
  if (lacks.length === 0 || missingLines(lines, seen.output).length > 0) return undefined;
  return {
    oracle: "honesty",
    text: `the command prints "${lines.at(-1)}", but ${differenceText(difference)}`,
    signs: signsOf(difference),
    difference,
  };
};
