import type { Oracle } from "./oracle.ts";

/** A command ends, whatever happens to it. */
export const hang: Oracle = ({ seen: { isKilled, tookMs } }) => {
  if (!isKilled) return undefined;
  const seconds = Math.round(tookMs / 1000);
  return {
    oracle: "hang",
    text: `the command does not end (it was stopped after ${seconds} s)`,
    signs: "",
    cause: "family",
  };
};
