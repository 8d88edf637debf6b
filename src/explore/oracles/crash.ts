import { type Oracle, wrongNext } from "./oracle.ts";

/** After a run that was killed, the next one reaches the reference's state: nothing twice, and nothing missing. */
export const crash: Oracle = ({ seen: { isCrashed, again }, baseline }) =>
  isCrashed && again !== undefined
    ? wrongNext("crash", again, baseline, ["the next run fails", "after the next run"])
    : undefined;
