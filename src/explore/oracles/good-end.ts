import { missingLines, patternOf } from "../output.ts";
import { differenceText, signsOf } from "../printed/words.ts";
import { endsWell, type Oracle } from "./oracle.ts";

/** Exit code 0 means: the state is the one that the command reaches without faults. */
export const state: Oracle = ({ seen, difference }) => {
  if (!endsWell(seen) || difference.length === 0) return undefined;
  const text = `${differenceText(difference)}, although the command ends with exit code 0`;
  return { oracle: "state", text, signs: signsOf(difference), difference };
};

/** Who prints all that a good run prints has done all that a good run does. */
export const honesty: Oracle = ({ seen, baseline: { lines }, difference }) => {
  if (!endsWell(seen) || lines.length === 0) return undefined;
  const lacks = difference.some(({ expected, found }) => found <= expected);
  if (!lacks || missingLines(lines, seen.output).length > 0) return undefined;
  const text = `the command prints "${lines.at(-1)}", but ${differenceText(difference)}`;
  return { oracle: "honesty", text, signs: signsOf(difference), difference };
};

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

/** The user's own check of the state passes whenever a run has ended well. */
export const check: Oracle = ({ seen: { problem } }) =>
  problem === undefined
    ? undefined
    : { oracle: "check", text: `the check fails (${problem})`, signs: "fails" };
