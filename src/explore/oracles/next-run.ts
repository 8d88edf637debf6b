import type { OracleName } from "../names.ts";
import { whyFailed } from "../observation.ts";
import { differenceText, signsOf } from "../printed/words.ts";
import type { Case, Oracle } from "./oracle.ts";

/** What is wrong with the run after another. @param begins how it is said that it fails, and that its state differs */
function wrongNext(
  oracle: OracleName,
  { seen, baseline }: Case,
  begins: readonly [string, string],
) {
  const { again } = seen;
  if (again === undefined) return undefined;
  const [fails, differs] = begins;
  if (again.exitCode !== 0)
    return { oracle, text: `${fails} (${whyFailed(again)})`, signs: "fails" };
  const difference = baseline.differenceTo(again);
  if (difference.length === 0) return undefined;
  const text = `${differs} ${differenceText(difference)}`;
  return { oracle, text, signs: signsOf(difference), difference };
}

/** After a run that was killed, the next one reaches the reference's state: nothing twice, and nothing missing. */
export const crash: Oracle = (run) =>
  run.seen.isCrashed
    ? wrongNext("crash", run, ["the next run fails", "after the next run"])
    : undefined;

/** After a run that gave up, the next one without faults reaches the reference's state. */
export const recovery: Oracle = (run) => {
  const { exitCode, isKilled } = run.seen;
  if (exitCode === 0 || isKilled || !run.baseline.isRepeatable) return undefined;
  const gaveUp = "the command gives up, and";
  const fails = `${gaveUp} the next run without faults fails, too`;
  return wrongNext("recovery", run, [fails, `${gaveUp} after the next run`]);
};
