import { type Oracle, wrongNext } from "./oracle.ts";

/** After a run that gave up, the next one without faults reaches the reference's state. */
export const recovery: Oracle = ({ seen: { exitCode, isKilled, again }, baseline }) => {
  const gaveUp = "the command gives up, and";
  return exitCode === 0 || isKilled || again === undefined || !baseline.isRepeatable
    ? undefined
    : wrongNext("recovery", again, baseline, [
        `${gaveUp} the next run without faults fails, too`,
        `${gaveUp} after the next run`,
      ]);
};
