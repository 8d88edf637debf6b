import type { Attempt } from "../report/calls/attempt.ts";
import type { PairName } from "../report/coverage.ts";
import { faultKindsOf } from "../report/fault-kinds.ts";
import type { Rows } from "../world/faults/plan.ts";
import { isCrash } from "./trials/crash.ts";
import type { OracleName } from "./names.ts";
import type { Case, Finding, Oracle } from "./oracles/oracle.ts";
import { check } from "./oracles/check.ts";
import { crash } from "./oracles/crash.ts";
import { hang } from "./oracles/hang.ts";
import { honesty } from "./oracles/honesty.ts";
import { output } from "./oracles/output.ts";
import { recovery } from "./oracles/recovery.ts";
import { state } from "./oracles/state.ts";
import { survival } from "./oracles/survival.ts";
import { readsAll, storm, waits } from "./oracles/waits.ts";

/** What came of a schedule. `unmet`: no request met all of its faults. */
export type Verdict = "survived" | "gave up" | "defect" | "unmet";

/** What is wrong with one run: of several findings with one cause the first that says most. */
export interface Judged {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** The oracles that found something. */
  readonly oracles: readonly OracleName[];
}

/** Oracles that look at one thing from several sides: the first that finds something speaks for all. */
const sides = (rows: Rows): readonly (readonly (readonly [OracleName, Oracle])[])[] => [
  [["hang", hang]],
  [
    ["honesty", honesty],
    ["state", state],
    ["output", output],
    ["reads-all", readsAll],
  ],
  [["check", check]],
  [["survival", survival(rows)]],
  [["recovery", recovery]],
  [["storm", storm]],
  [["waits", waits]],
];

/** Judges runs by some of the oracles. */
export function judgeBy(rows: Rows, names: readonly OracleName[]): (run: Case) => Judged {
  const asked = sides(rows).map((side) => side.filter(([name]) => names.includes(name)));
  const killed = names.includes("crash") ? crash : () => undefined;
  return (run) => {
    if (isCrash(run.schedule)) {
      const found = killed(run);
      const findings = found === undefined ? [] : [found];
      const verdict = found ? "defect" : run.seen.isCrashed ? "survived" : "unmet";
      return { verdict, findings, oracles: findings.map(({ oracle }) => oracle) };
    }
    // What goes wrong where nothing was done to it says nothing of faults.
    if (run.seen.hits.every((count) => count === 0)) {
      return { verdict: "unmet", findings: [], oracles: [] };
    }
    const found = asked.map((side) => side.flatMap(([, oracle]) => oracle(run) ?? []));
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
export function pairsOf(attempts: readonly Attempt[]): PairName[] {
  const pairs = new Map<string, PairName>();
  for (const attempt of attempts) {
    if (!attempt.hasRow || attempt.injected.length === 0) continue;
    const { operation, status } = attempt;
    for (const fault of faultKindsOf(attempt)) {
      pairs.set(`${operation} ${fault} ${status}`, { operation, fault, status });
    }
  }
  return [...pairs.values()];
}
