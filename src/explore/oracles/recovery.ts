import { differenceText, signsOf } from "../printed/words.ts";
import type { Oracle } from "./oracle.ts";

/** After a run that gave up, the next one without faults reaches the reference's state. */
export const recovery: Oracle = ({ seen, baseline: { isRepeatable, differenceTo } }) => {
  const { again } = seen;
  if (seen.exitCode === 0 || seen.isKilled || again === undefined || !isRepeatable)
    return undefined;
  if (again.exitCode !== 0) {
    const why = again.error ?? `exit code ${again.exitCode}`;
    const text = `the command gives up, and the next run without faults fails, too (${why})`;
    return { oracle: "recovery", text, signs: "fails" };
  }
  const difference = differenceTo(again);
  if (difference.length === 0) return undefined;
  return {
    oracle: "recovery",
    text: `the command gives up, and after the next run ${differenceText(difference)}`,
    signs: signsOf(difference),
    difference,
  };
};
