import type { Attempt } from "../report/calls/attempt.ts";
import type { PairName } from "../report/coverage.ts";
import { faultKindsOf } from "../report/fault-kinds.ts";
import type { Rows } from "../world/faults/plan.ts";
import { isCrash } from "./trials/moments.ts";
import type { OracleName } from "./names.ts";
import type { Case, Finding, Oracle } from "./oracles/oracle.ts";
import { check, honesty, output, state } from "./oracles/good-end.ts";
import { hang } from "./oracles/hang.ts";
import { crash, recovery } from "./oracles/next-run.ts";
import { survival } from "./oracles/survival.ts";
import { readsAll, storm, waits } from "./oracles/waits.ts";
import type { Observation } from "./observation.ts";
import type { Defect, TimelineRequest } from "./result-shape.ts";
import { keyOf, takingOf } from "./schedule.ts";
import { newSpotsOf, type Spot } from "./spots.ts";
import { aroundFaults } from "./printed/found-words.ts";

/** What came of a schedule. `unmet`: no request met all of its faults. */
export type Verdict = "survived" | "gave up" | "defect" | "unmet";

/** What is wrong with one run: of several findings with one cause the first that says most. */
export interface Judged {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly oracles: readonly OracleName[];
}

/** What came of one schedule: all that is kept of its run, also in a state folder. */
export interface ScheduleResult extends Judged {
  readonly key: string;
  readonly exitCode: number;
  /** Calls that it has more of than the reference. */
  readonly next: readonly Spot[];
  readonly pairs: readonly PairName[];
  readonly tookMs: number;
  readonly hits?: readonly number[];
  /** Only of a run in which something is wrong. */
  readonly timeline?: readonly TimelineRequest[];
  readonly printed?: Defect["printed"];
}

/** Oracles that look at one thing from several sides: the first that finds something speaks for all. */
const sides = (rows: Rows): readonly Partial<Record<OracleName, Oracle>>[] => [
  { hang },
  { honesty, state, output, "reads-all": readsAll },
  { check },
  { survival: survival(rows) },
  { recovery },
  { storm },
  { waits },
];

export function judgeBy(rows: Rows, names: readonly OracleName[]): (run: Case) => Judged {
  const isAsked = (name: string) => names.some((each) => each === name);
  const asked = sides(rows).map((side) =>
    Object.entries(side).flatMap(([name, oracle]) => (isAsked(name) ? [oracle] : [])),
  );
  const nothing = (verdict: Verdict): Judged => ({ verdict, findings: [], oracles: [] });
  return (run) => {
    if (isCrash(run.schedule)) {
      const found = isAsked("crash") ? crash(run) : undefined;
      if (found) return { verdict: "defect", findings: [found], oracles: [found.oracle] };
      return nothing(run.seen.isCrashed ? "survived" : "unmet");
    }
    // What goes wrong where nothing was done to it says nothing of faults.
    if (run.seen.hits.every((count) => count === 0)) return nothing("unmet");
    const found = asked.map((side) => side.flatMap((oracle) => oracle(run) ?? []));
    const all = found.flatMap(([first]) => first ?? []);
    // Whoever comes back before it may, and gives up, would be let in later.
    const isEarly = all.some(({ signs }) => signs === "retry-after");
    const findings = all.filter(({ oracle }) => !(isEarly && oracle === "survival"));
    const oracles = found.flat().map(({ oracle }) => oracle);
    return { verdict: verdictOf(run, findings), findings, oracles };
  };
}

function verdictOf({ seen }: Case, findings: readonly Finding[]): Verdict {
  if (findings.length > 0) return "defect";
  if (seen.hits.some((count) => count === 0)) return "unmet";
  // What waits for days, as it was told to, is right.
  return seen.exitCode === 0 || seen.isQuiet ? "survived" : "gave up";
}

/** The pairs of operation and fault that a run has met, as a ratchet names them. */
function pairsOf(attempts: readonly Attempt[]): PairName[] {
  const pairs = new Map<string, PairName>();
  for (const attempt of attempts) {
    if (!attempt.hasRow || attempt.injected.length === 0) continue;
    const { operation, status } = attempt;
    for (const fault of faultKindsOf(attempt))
      pairs.set(`${operation} ${fault} ${status}`, { operation, fault, status });
  }
  return [...pairs.values()];
}

/** How many requests of a run are kept, letters of their targets, and of the last lines that it printed. */
const momentsMax = 60;
const lettersMax = 200;
const linesMax = 40;

export function triedBy(run: Omit<Case, "difference">, judge: ReturnType<typeof judgeBy>) {
  const { schedule, seen, baseline } = run;
  const { attempts, exitCode, tookMs, hits, output, errors = [] } = seen;
  const judged = judge({ ...run, difference: baseline.differenceTo(seen) });
  const isSurvived = judged.verdict === "survived";
  const printed = { output: output.slice(-linesMax), errors: errors.slice(-linesMax) };
  return {
    key: keyOf(schedule),
    ...judged,
    exitCode,
    next: isSurvived ? newSpotsOf(attempts, baseline.attempts, takingOf(schedule)) : [],
    pairs: pairsOf(attempts),
    tookMs,
    hits,
    ...(judged.findings.length > 0 && { timeline: timelineOf(seen), printed }),
  };
}

function timelineOf({ attempts }: Observation): TimelineRequest[] {
  const begun = attempts[0]?.at ?? 0;
  const places = new Map(attempts.map((each, index) => [each, index]));
  let next = 0;
  return aroundFaults(attempts, momentsMax).map((each) => {
    const place = places.get(each) ?? next;
    const before = place - next;
    next = place + 1;
    const { at, operation, method, target, status, retryAfterMs, injected } = each;
    return {
      before,
      at: Math.round(at - begun),
      operation,
      method,
      target: target.length > lettersMax ? `${target.slice(0, lettersMax)}…` : target,
      status: each.outcome === "lost" ? null : status,
      retryAfterMs: retryAfterMs === undefined ? null : Math.round(retryAfterMs),
      injected,
    };
  });
}
