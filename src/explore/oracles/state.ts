import { differenceText, signsOf } from "../printed/words.ts";
import type { Oracle } from "./oracle.ts";

/** Exit code 0 means: the state is the one that the command reaches without faults. */
export const state: Oracle = ({ seen, difference }) => {
  if (seen.exitCode !== 0 || seen.isKilled || difference.length === 0) return undefined;
  return {
    oracle: "state",
    text: `${differenceText(difference)}, although the command ends with exit code 0`,
    signs: signsOf(difference),
    difference,
  };
};
