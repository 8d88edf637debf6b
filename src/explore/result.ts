import type { Attempt } from "../report/calls/attempt.ts";
import { counted, secondsText } from "../report/figures.ts";
import { namesOf } from "./causes.ts";
import { coverageOf, matrixOf } from "./printed/matrix.ts";
import type { Explored, Search, Shown } from "./search.ts";
import type { Verdict } from "./judge.ts";
import type { Defect, Found } from "./result-shape.ts";
import { faultsOf, type ScheduledFault, stepsOf } from "./schedule.ts";
import { testOf } from "./printed/test-text.ts";
import { sentenceOf } from "./printed/words.ts";

/** What came of an exploration, as everybody gets it. */
export function foundOf(explored: Explored, { seed, shard, jobs }: Search): Found {
  const { baseline, notes, cases, shown, left, isCut, runs, tookMs } = explored;
  const count = (verdict: Verdict) => cases.filter(({ tried }) => tried.verdict === verdict).length;
  const names = new Map<string, number>();
  const defects = shown.map((each) => defectOf(each, baseline.counts, names));
  return {
    seed,
    shard: shard === undefined ? null : `${shard.part}/${shard.of}`,
    runs,
    schedules: {
      tried: cases.length,
      survived: count("survived"),
      gaveUp: count("gave up"),
      defects: count("defect"),
      unmet: count("unmet"),
      left: left.length,
    },
    seconds: Math.round(tookMs / 100) / 10,
    requests: baseline.attempts.length,
    counts: baseline.counts,
    calls: callsOf(baseline.attempts),
    notes: [...notes, ...(isCut ? [cutText(explored, jobs)] : [])],
    defects: defects.filter(({ failed }) => failed > 0),
    unsteady: defects.filter(({ failed }) => failed === 0),
    matrix: matrixOf(cases, left),
    coverage: coverageOf(cases),
  };
}

/** What it would need, where that is known: pairs of faults are without number. */
function cutText({ cases, left, tookMs }: Explored, jobs: number): string {
  if (left.length === 0) return "Not every pair of faults was tried. A larger budget tries more.";
  const all = cases.length + left.length;
  // Several may be tried in one run.
  const eachMs = (tookMs * jobs) / Math.max(1, cases.length);
  const ms = tookMs + (left.length * eachMs) / jobs;
  const what = `${counted(all, "schedule")} at ${secondsText(Math.round(eachMs / 100) / 10)}`;
  return `Not every schedule was tried: ${what} with ${counted(jobs, "job")} take about ${secondsText(Math.ceil(ms / 1000))}. Give it a larger --budget.`;
}

function callsOf(attempts: readonly Attempt[]): Record<string, number> {
  const calls: Record<string, number> = {};
  for (const { operation } of attempts) calls[operation] = (calls[operation] ?? 0) + 1;
  return calls;
}

function defectOf(
  { finding, oracles, smallest, also, last, repeats }: Shown,
  counts: Readonly<Record<string, number>>,
  names: Map<string, number>,
): Defect {
  const found = last.findings.find(({ oracle }) => oracle === finding.oracle) ?? finding;
  const difference = [...(found.difference ?? [])];
  const [faults, steps] = [faultsOf(smallest), stepsOf(smallest)];
  const missing = [...(found.missing ?? [])];
  return {
    name: nameOf(finding.oracle, smallest, names),
    oracle: finding.oracle,
    oracles: [...oracles],
    sentence: sentenceOf(smallest, found),
    causes: namesOf(finding, smallest),
    silent: smallest.some(({ kind }) => kind.isSilent),
    places: smallest.flatMap((planned) => placeOf(planned) ?? []),
    faults,
    steps,
    exitCode: last.exitCode,
    failed: repeats.failed,
    repeats: repeats.of,
    difference,
    missing,
    printed: last.printed ?? { output: [], errors: [] },
    timeline: [...(last.timeline ?? [])],
    also: also.flatMap((schedule) => placeOf(schedule.at(-1)) ?? []),
    scenario: null,
    command: null,
    test: testOf({ oracle: finding.oracle, steps, difference, missing }, counts),
  };
}

const placeOf = (planned: ScheduledFault | undefined): Defect["also"][number] | undefined =>
  planned && {
    operation: planned.spot.operation,
    kind: planned.kind.variant,
    which: planned.spot.which,
  };

/** Such as `state-create-list-reset-after`; a second one of the name has a number. */
function nameOf(
  oracle: string,
  smallest: readonly ScheduledFault[],
  names: Map<string, number>,
): string {
  const parts = smallest.map(({ spot, kind }) => `${spot.operation} ${kind.name}`);
  const name = [oracle, ...parts]
    .join(" ")
    .toLowerCase()
    .replace(/[^\da-z]+/g, "-");
  const count = (names.get(name) ?? 0) + 1;
  names.set(name, count);
  return count === 1 ? name : `${name}-${count}`;
}
