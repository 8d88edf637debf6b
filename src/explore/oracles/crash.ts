import { differenceText, signsOf } from "../printed/words.ts";
import type { Oracle } from "./oracle.ts";

/** After a run that was killed, the next one reaches the reference's state: nothing twice, and nothing missing. */
export const crash: Oracle = ({ seen: { isCrashed, again }, baseline: { differenceTo } }) => {
  if (!isCrashed || again === undefined) return undefined;
  if (again.exitCode !== 0) {
    const why = again.error ?? `exit code ${again.exitCode}`;
    return { oracle: "crash", text: `the next run fails (${why})`, signs: "fails" };
  }
  const difference = differenceTo(again);
  if (difference.length === 0) return undefined;
  const text = `after the next run ${differenceText(difference)}`;
  return { oracle: "crash", text, signs: signsOf(difference), difference };
};
