import type { Attempt } from "../../report/calls/attempt.ts";
import type { RunEnd } from "../../report/calls/logical-call.ts";
import { cardInSlices, type Seen, type Strictness, verdictsOf } from "../../report/card.ts";
import type { ReportCard, RuleResult } from "../../report/card-shape.ts";
import { counted } from "../../report/figures.ts";
import type { RuleId } from "../../report/names.ts";
import type { Reference } from "../../report/reference.ts";
import type { Finding } from "../../report/rule.ts";
import { atOnce } from "../../world/time/slices.ts";
import { gradedOf } from "../oracles/waits.ts";
import { missingLines } from "../output.ts";
import type { Observation } from "../observation.ts";
import type { Baseline } from "../reference.ts";

/** What lies between two runs, in the client's milliseconds: more than any client waits. */
const betweenMs = 120_000;

/** Rules that a client fails although it was stopped before its end. */
const ofStopped: readonly RuleId[] = ["attempts", "total-time", "patience", "storm"];

/** The requests of many runs as if one client had made them, each run with an account and names of its own. */
export class Evidence {
  readonly #baseline: Baseline;
  readonly #strictness: Strictness;
  readonly #attempts: Attempt[] = [];
  readonly #stopped: Observation[] = [];
  readonly #ends = new Map<string, RunEnd>();
  runs = 0;
  #now = 0;
  readonly #lags = new Map<string, number>();

  constructor(baseline: Baseline, strictness: Strictness) {
    this.#baseline = baseline;
    this.#strictness = strictness;
  }

  add(seen: Observation): void {
    this.runs += 1;
    const account = `run ${this.runs}`;
    this.#lags.set(account, seen.lagMs);
    if (seen.isKilled) return void this.#stopped.push(seen);
    const begin = Math.min(seen.endedAt, ...seen.attempts.map(({ at }) => at));
    this.#attempts.push(...seen.attempts.map((each) => moved(each, account, this.#now - begin)));
    this.#ends.set(account, this.#endOf(seen));
    this.#now += seen.endedAt - begin + betweenMs;
  }

  verdicts(ids: readonly RuleId[]): RuleResult[] {
    return verdictsOf(this.#seen(), ids, this.#strictness).map((each) => this.#withStopped(each));
  }

  card(): ReportCard {
    const basis = new Map<RuleId, Basis>();
    const note = ({ id }: { readonly id: RuleId }, finding: Finding) => noteOf(basis, id, finding);
    const card = atOnce(cardInSlices(this.#seen(), this.#strictness, {}, note));
    const based = card.rules.map((each) => withBasis(each, basis.get(each.rule)));
    const rules = based.map((each) => this.#withStopped(each));
    const passed = card.passed && rules.every(({ verdict }) => verdict !== "fail");
    return { ...card, run: this.#withoutGaps(card.run), rules, passed };
  }

  /** Nothing of what lies between the runs has passed. */
  #withoutGaps(run: ReportCard["run"]): ReportCard["run"] {
    const gaps = (Math.max(1, this.#ends.size) - 1) * (betweenMs / 1000);
    const rest = (seconds: number) => Math.max(0, Math.round((seconds - gaps) * 1000) / 1000);
    return {
      ...run,
      seconds: rest(run.seconds),
      productionSeconds: rest(run.productionSeconds),
    };
  }

  #seen(): Seen {
    const lagMs = Math.max(0, ...this.#lags.values());
    const all = { attempts: this.#attempts, endedAt: this.#now, isKilled: false, lagMs };
    return {
      ...gradedOf(all, { reference: ofEachRun(this.#baseline.reference) }),
      lagOf: ({ account }) => this.#lags.get(account) ?? 0,
      endOf: ({ account }) => this.#ends.get(account),
    };
  }

  /** A run that was stopped says nothing of what it would have done; it may have done too much already. */
  #withStopped(result: RuleResult): RuleResult {
    if (result.verdict === "fail" || !ofStopped.includes(result.rule)) return result;
    for (const seen of this.#stopped) {
      const [own] = verdictsOf(gradedOf(seen, this.#baseline), [result.rule], this.#strictness);
      if (own !== undefined && (own.verdict === "fail" || result.verdict === "not exercised"))
        return own;
    }
    return result;
  }

  #endOf(seen: Observation): RunEnd {
    if (seen.exitCode !== 0) return "failed";
    const { lines, differenceTo } = this.#baseline;
    const isSame = differenceTo(seen).length === 0 && missingLines(lines, seen.output).length === 0;
    return isSame ? "same" : "less";
  }
}

type Basis = { readonly calls: Set<string>; readonly runs: Set<string> };

function noteOf(basis: Map<RuleId, Basis>, id: RuleId, finding: Finding): void {
  if (finding.result !== "passed" && finding.result !== "failed") return;
  const own = basis.get(id) ?? { calls: new Set(), runs: new Set() };
  basis.set(id, own);
  const calls = finding.calls ?? (finding.call === undefined ? [] : [finding.call]);
  for (const call of calls) own.calls.add(String(call.id));
  for (const each of [...finding.attempts, ...calls.flatMap(({ attempts }) => attempts)])
    own.runs.add(each.account);
}

function withBasis(result: RuleResult, basis: Basis | undefined): RuleResult {
  if (basis === undefined || basis.runs.size === 0) return result;
  if (result.verdict !== "pass" && result.verdict !== "fail") return result;
  const calls = basis.calls.size === 0 ? "" : `${counted(basis.calls.size, "call")} in `;
  const message = `${result.message} Seen in ${calls}${counted(basis.runs.size, "run")}.`;
  return { ...result, message };
}

/** What tells runs apart stands before what they have alike. */
const between = "\n\n";

function moved(attempt: Attempt, account: string, ms: number): Attempt {
  const own = (text: string): string => `${account}${between}${text}`;
  const { name, testId, trace, credential, likeness, kin } = attempt;
  return {
    ...attempt,
    account,
    credential: credential === "" ? "" : own(credential),
    name: name && { ...name, value: own(name.value) },
    testId: testId && own(testId),
    trace: trace && own(trace),
    likeness: own(likeness),
    kin: own(kin),
    at: attempt.at + ms,
    end: attempt.end + ms,
    atWorld: attempt.atWorld + ms,
    endWorld: attempt.endWorld + ms,
  };
}

function ofEachRun(reference: Reference): Reference {
  const likeness = (text: string) => text.slice(text.indexOf(between) + between.length);
  const account = (text: string) => text.replace(/^run \d+/, "the account");
  return {
    alike: (text) => reference.alike(likeness(text)),
    readsAll: (text) => reference.readsAll(likeness(text)),
    ofSort: (sort) => reference.ofSort(account(sort)),
    names: (sort) => reference.names(account(sort)),
    ofStream: (stream) => reference.ofStream(account(stream)),
  };
}
