import type { Oracle } from "./oracle.ts";

/** The user's own check of the state passes whenever a run has ended well. */
export const check: Oracle = ({ seen: { problem } }) =>
  problem === undefined
    ? undefined
    : { oracle: "check", text: `the check fails (${problem})`, signs: "fails" };
