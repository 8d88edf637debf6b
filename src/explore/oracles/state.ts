import { differenceText, signsOf } from "../printed/words.ts";
import { endsWell, type Oracle } from "./oracle.ts";

/** Exit code 0 means: the state is the one that the command reaches without faults. */
export const state: Oracle = ({ seen, difference }) => {
  if (!endsWell(seen) || difference.length === 0) return undefined;
  const text = `${differenceText(difference)}, although the command ends with exit code 0`;
  return { oracle: "state", text, signs: signsOf(difference), difference };
};
