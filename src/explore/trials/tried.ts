import type { judgeBy } from "../judge.ts";
import { pairsOf } from "../judge.ts";
import type { Observation } from "../observation.ts";
import type { Case } from "../oracles/oracle.ts";
import type { Defect } from "../result-shape.ts";
import { keyOf, takingOf } from "../schedule.ts";
import type { ScheduleResult } from "../schedule-result.ts";
import { newSpotsOf } from "../spots.ts";
import { timelineOf } from "../timeline.ts";

/** What came of a run, with what is kept of it. */
export function triedBy(
  run: Omit<Case, "difference">,
  judge: ReturnType<typeof judgeBy>,
): ScheduleResult {
  const { schedule, seen, baseline } = run;
  const { verdict, findings, oracles } = judge({ ...run, difference: baseline.differenceTo(seen) });
  const isSurvived = verdict === "survived";
  return {
    key: keyOf(schedule),
    verdict,
    findings,
    oracles,
    exitCode: seen.exitCode,
    next: isSurvived ? newSpotsOf(seen.attempts, baseline.attempts, takingOf(schedule)) : [],
    pairs: pairsOf(seen.attempts),
    tookMs: seen.tookMs,
    hits: seen.hits,
    ...(findings.length > 0 && { timeline: timelineOf(seen), printed: printedBy(seen) }),
  };
}

/** How many of its last lines are shown. */
const linesMax = 40;

const printedBy = ({ output, errors = [] }: Observation): Defect["printed"] => ({
  output: output.slice(-linesMax),
  errors: errors.slice(-linesMax),
});
