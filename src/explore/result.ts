import { counted, secondsText } from "../report/figures.ts";
import { groupedBy } from "../report/streams.ts";
import { type Case, namesOf, type Shown } from "./causes.ts";
import type { Explored, Search } from "./search.ts";
import type { Verdict } from "./judge.ts";
import type { Cell, Defect, Found } from "./result-shape.ts";
import { faultsOf, type Schedule, type ScheduledFault, stepsOf } from "./schedule.ts";
import { testOf } from "./printed/tests.ts";
import { sentenceOf } from "./printed/words.ts";

export function foundOf(explored: Explored, { seed, shard, jobs }: Search): Found {
  const { baseline, notes, cases, shown, left, isCut, runs, tookMs } = explored;
  const count = (verdict: Verdict) => cases.filter(({ tried }) => tried.verdict === verdict).length;
  const calls = groupedBy(baseline.attempts, ({ operation }) => operation);
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
    calls: Object.fromEntries([...calls].map(([operation, { length }]) => [operation, length])),
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

function defectOf(shown: Shown, counts: Found["counts"], names: Map<string, number>): Defect {
  const { finding, oracles, smallest, also, last, repeats } = shown;
  const { oracle } = finding;
  const found = last.findings.find((each) => each.oracle === oracle) ?? finding;
  const [difference, missing] = [[...(found.difference ?? [])], [...(found.missing ?? [])]];
  const steps = stepsOf(smallest);
  return {
    name: nameOf(oracle, smallest, names),
    oracle,
    oracles: [...oracles],
    sentence: sentenceOf(smallest, found),
    causes: namesOf(finding, smallest),
    silent: smallest.some(({ kind }) => kind.isSilent),
    places: smallest.map(placeOf),
    faults: faultsOf(smallest),
    steps,
    exitCode: last.exitCode,
    failed: repeats.failed,
    repeats: repeats.of,
    difference,
    missing,
    printed: last.printed ?? { output: [], errors: [] },
    timeline: [...(last.timeline ?? [])],
    also: also.flatMap((schedule) => schedule.slice(-1).map(placeOf)),
    scenario: null,
    command: null,
    test: testOf({ oracle, steps, difference, missing }, counts),
  };
}

const placeOf = ({ spot, kind }: ScheduledFault): Defect["also"][number] => ({
  operation: spot.operation,
  kind: kind.variant,
  which: spot.which,
});

/** Such as `state-create-list-reset-after`; a second one of the name has a number. */
function nameOf(oracle: string, smallest: Schedule, names: Map<string, number>): string {
  const parts = smallest.map(({ spot, kind }) => `${spot.operation} ${kind.name}`);
  const name = [oracle, ...parts]
    .join(" ")
    .toLowerCase()
    .replace(/[^\da-z]+/g, "-");
  const count = (names.get(name) ?? 0) + 1;
  names.set(name, count);
  return count === 1 ? name : `${name}-${count}`;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const columns = {
  survived: "survived",
  "gave up": "gaveUp",
  defect: "defects",
  unmet: "unmet",
} as const satisfies Record<Verdict, keyof Cell>;

/** What became of each kind of fault at each operation. A schedule counts at its last fault, which is what it adds. */
function matrixOf(cases: readonly Case[], left: readonly Schedule[]): Cell[] {
  const cells = new Map<string, Writable<Cell>>();
  const cellOf = (schedule: Schedule): Writable<Cell> => {
    const last = schedule.at(-1);
    const at = { operation: last?.spot.operation ?? "", kind: last?.kind.name ?? "" };
    const name = `${at.operation} ${at.kind}`;
    const cell = cells.get(name) ?? {
      ...at,
      survived: 0,
      gaveUp: 0,
      defects: 0,
      unmet: 0,
      left: 0,
    };
    cells.set(name, cell);
    return cell;
  };
  for (const { schedule, tried } of cases) cellOf(schedule)[columns[tried.verdict]] += 1;
  for (const schedule of left) cellOf(schedule).left += 1;
  return [...cells.values()];
}

function coverageOf(cases: readonly Case[]): Found["coverage"] {
  const pairs = new Map<string, Writable<Found["coverage"][number]>>();
  for (const { tried } of cases) {
    for (const { operation, fault, status } of tried.pairs) {
      const name = `${operation} ${fault} ${status ?? ""}`;
      const pair = pairs.get(name) ?? { operation, fault, status, met: 0, survived: 0 };
      pair.met += 1;
      if (tried.verdict === "survived") pair.survived += 1;
      pairs.set(name, pair);
    }
  }
  return [...pairs].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair);
}
