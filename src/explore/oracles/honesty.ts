import { missingLines } from "../output.ts";
import { differenceText, signsOf } from "../printed/words.ts";
import { endsWell, type Oracle } from "./oracle.ts";

/** Who prints all that a good run prints has done all that a good run does. */
export const honesty: Oracle = ({ seen, baseline: { lines }, difference }) => {
  if (!endsWell(seen) || lines.length === 0) return undefined;
  const lacks = difference.some(({ expected, found }) => found <= expected);
  if (!lacks || missingLines(lines, seen.output).length > 0) return undefined;
  const text = `the command prints "${lines.at(-1)}", but ${differenceText(difference)}`;
  return { oracle: "honesty", text, signs: signsOf(difference), difference };
};
