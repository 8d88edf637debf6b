import type { Attempt } from "./attempt.ts";
import { waitedMs } from "./attempt.ts";
import { type LogicalCall, outcomeOf, type Run, stepsOf } from "./logical-call.ts";
import { callsOf } from "./calls.ts";
import type { CardAttempt, CardCall, ReportCard, RuleResult } from "./card-shape.ts";
import { coverageOf } from "./coverage.ts";
import { counted } from "./figures.ts";
import { notExercised, withMore, withRemedy } from "./finding-text.ts";
import type { PresetName } from "./names.ts";
import { asWaited } from "./moved-clock.ts";
import { policyOf } from "./policy.ts";
import type { Finding, Rule } from "./rule.ts";
import { rules } from "./rules.ts";
import { presets, type Thresholds } from "./thresholds.ts";
import { type OperationLimits, whatIfOf } from "./what-if.ts";

/** What was seen of a client. */
export interface Seen {
  /** In any order. */
  readonly attempts: readonly Attempt[];
  /** The client's time at the end. */
  readonly now: number;
  /** Whether the client has ended. */
  readonly ended: boolean;
  /** Requests that the journal no longer has. */
  readonly dropped: number;
  /** Ids of planned faults that no request met. */
  readonly neverMet: readonly string[];
  readonly limitsOf: (operation: string) => OperationLimits | undefined;
}

/** How strictly a client is graded. */
export interface Strictness {
  /** Default: `service`. */
  readonly preset?: PresetName;
  /** Override those of the preset. */
  readonly thresholds?: Partial<Thresholds>;
}

/** How much evidence is shown of each rule. */
const evidenceMax = 20;

/** How many calls are shown. */
const callsMax = 1000;

/** Grades a client by the requests that were seen of it. */
export function reportCard(
  seen: Seen,
  { preset = "service", thresholds }: Strictness = {},
): ReportCard {
  const limits = { ...presets[preset], ...thresholds };
  const { attempts, movedMs } = asWaited(seen.attempts);
  const run: Run = { ...seen, now: seen.now + movedMs, attempts, calls: callsOf(attempts) };
  const results = rules.map((rule) => judged(rule, run, limits));
  const whatIf = whatIfOf(run, seen.limitsOf);
  return {
    run: overview(run),
    preset,
    thresholds: limits,
    passed: results.every(({ verdict }) => verdict !== "fail"),
    rules: results,
    calls: run.calls
      .filter((call) => isTelling(call))
      .slice(0, callsMax)
      .map(shownCall(run, limits)),
    coverage: coverageOf(run, limits, seen),
    whatIf,
    policy: policyOf(run, limits, whatIf),
  };
}

function overview({ attempts, calls, dropped }: Run): ReportCard["run"] {
  const [begin] = attempts;
  return {
    from: begin === undefined ? null : new Date(begin.at).toISOString(),
    seconds: begin === undefined ? 0 : seconds(latest(attempts, "at", "end") - begin.at),
    productionSeconds:
      begin === undefined ? 0 : seconds(latest(attempts, "atWorld", "endWorld") - begin.atWorld),
    requests: attempts.length,
    calls: calls.length,
    ambiguousCalls: calls.filter(({ sure }) => !sure).length,
    dropped,
  };
}

/** When the last thing happened: of an attempt that is open, its beginning counts. */
const latest = (
  attempts: readonly Attempt[],
  begin: "at" | "atWorld",
  end: "end" | "endWorld",
): number =>
  attempts.reduce(
    (most, each) => Math.max(most, Number.isFinite(each[end]) ? each[end] : each[begin]),
    0,
  );

const seconds = (ms: number): number => Math.round(ms) / 1000;

function judged(rule: Rule, run: Run, thresholds: Thresholds): RuleResult {
  const findings = [...rule.judge(run, thresholds)];
  const of = (result: Finding["result"]) => findings.filter((each) => each.result === result);
  const [failed, ambiguous] = [of("failed"), of("ambiguous")];
  const [passed, unknown] = [of("passed"), of("unknown")];
  const result = {
    rule: rule.id,
    title: rule.title,
    passed: passed.length,
    failed: failed.length,
    ambiguous: ambiguous.length,
    evidence: [...failed, ...ambiguous, ...passed].slice(0, evidenceMax).map((finding) => ({
      result: finding.result === "unknown" ? ("ambiguous" as const) : finding.result,
      call: finding.call?.id ?? null,
      exchanges: finding.attempts.map(({ exchange }) => exchange),
      text: textOf(finding, rule, thresholds),
    })),
  };
  if (failed[0] !== undefined) {
    const text = withMore(failed[0].text, failed.length - 1);
    const message = textOf({ ...failed[0], text }, rule, thresholds);
    return { ...result, verdict: "fail", message };
  }
  if (ambiguous.length > 0) {
    const message = `${counted(ambiguous.length, "ambiguous finding")}: ${ambiguous[0]?.text}`;
    return { ...result, verdict: "not exercised", message };
  }
  if (passed.length > 0) {
    const message =
      passed.length === 1 ? (passed[0]?.text ?? "") : `${passed.length} ${rule.unit}.`;
    return { ...result, verdict: "pass", message };
  }
  const message = unknown[0]?.text ?? notExercised(rule);
  return { ...result, verdict: "not exercised", message };
}

/** What the client did, and for a failure what was expected and what to change. */
const textOf = (finding: Finding, rule: Rule, thresholds: Thresholds): string =>
  finding.result === "failed"
    ? withRemedy(
        finding.text,
        finding.expected ?? rule.expected(thresholds),
        finding.fix ?? rule.fix,
      )
    : finding.text;

/** A single request with a good answer tells nothing. */
const isTelling = ({ attempts }: LogicalCall): boolean =>
  attempts.length > 1 || attempts.some(({ outcome }) => outcome !== "answered");

const shownCall =
  ({ attempts: [begin] }: Run, thresholds: Thresholds) =>
  (call: LogicalCall): CardCall => {
    const { id, knownBy, attempts } = call;
    const [{ operation, about, method, target }] = attempts as [Attempt];
    const before = new Map(stepsOf(call).map(([from, to]) => [to, from]));
    const shown = attempts.map((each) =>
      shownAttempt(each, before.get(each), begin as Attempt, call),
    );
    const outcome = outcomeOf(call, thresholds);
    return { id, operation, about, method, target, knownBy, outcome, attempts: shown };
  };

function shownAttempt(
  attempt: Attempt,
  before: Attempt | undefined,
  begin: Attempt,
  { sure, attempts }: LogicalCall,
): CardAttempt {
  const { exchange, at, atWorld, end, status, outcome, retryAfterMs, faults, injected } = attempt;
  return {
    exchange,
    at: seconds(at - begin.at),
    atProduction: seconds(atWorld - begin.atWorld),
    took: Number.isFinite(end) ? seconds(end - at) : null,
    status,
    outcome,
    retryAfter: retryAfterMs === undefined ? null : seconds(retryAfterMs),
    waited: before === undefined ? null : seconds(waitedMs(before, attempt)),
    faults: [...faults],
    injected: [...injected],
    sure: sure || attempts.length === 1,
  };
}
