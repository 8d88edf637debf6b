import { isPromise } from "../world/limits/retry-after.ts";
import type { Sleep } from "../world/time/machine-time.ts";
import { atOnce, type Slices } from "../world/time/slices.ts";
import { type Attempt, type Attempts, waitedMs } from "./calls/attempt.ts";
import { callsInSlices } from "./calls/calls.ts";
import { type LogicalCall, outcomeOf, type Run, stepsOf } from "./calls/logical-call.ts";
import type { CardAttempt, CardCall, ReportCard, RuleResult, CallVerdict } from "./card-shape.ts";
import { coverageInSlices, type Planned } from "./coverage.ts";
import { shortened } from "./figures.ts";
import { judgedBy, textOf } from "./judging.ts";
import { asWaited } from "./moved-clock.ts";
import type { PresetName, RuleId } from "./names.ts";
import { policyOf } from "./policy.ts";
import type { Finding, Rule } from "./rule.ts";
import { rules } from "./rules.ts";
import { filtered } from "./slices.ts";
import { presets, type Thresholds } from "./thresholds.ts";
import { type LimitsOf, whatIfOf } from "./what-if.ts";

type Lived = "attempts" | "now" | "ended" | "dropped" | "endOf" | "lagOf" | "reference";

/** What was seen of a client; its attempts are in any order. */
export interface Seen extends Planned, Pick<Run, Lived> {
  /** By how much the emulator itself was late at worst, in milliseconds. Default: never. */
  readonly lagMs?: number;
  /** When its machine, which is the emulator's, has slept. Default: never. */
  readonly sleeps?: readonly Sleep[];
  readonly limitsOf: LimitsOf;
}

export interface Strictness {
  /** Default: `service`. */
  readonly preset?: PresetName;
  readonly thresholds?: Partial<Thresholds>;
}

export interface Shown {
  /** telling: those with a retry or a failure, the first. all: the newest. Default: telling. */
  readonly calls?: "telling" | "all";
}

const callsMax = 1000;

/** Grades a client by the requests that were seen of it. @param note hears of each finding */
export function* cardInSlices(
  seen: Seen,
  { preset = "service", thresholds }: Strictness = {},
  { calls: wanted = "telling" }: Shown = {},
  note: (rule: Rule, finding: Finding) => void = () => {},
): Slices<ReportCard> {
  const limits = { ...presets[preset], ...thresholds };
  const run = yield* runOf(seen);
  const telling = yield* filtered(run.calls, isTelling);
  const shown = wanted === "all" ? run.calls.slice(-callsMax) : telling.slice(0, callsMax);
  const verdicts = callVerdicts(shown, limits);
  const results: RuleResult[] = [];
  for (const rule of rules) {
    const heard = (finding: Finding) => {
      verdicts.note(rule, finding);
      note(rule, finding);
    };
    results.push(yield* judgedBy(rule, run, limits, heard));
  }
  const whatIf = yield* whatIfOf(run, seen.limitsOf);
  return {
    run: overview(run, telling),
    preset,
    thresholds: limits,
    passed: run.attempts.length > 0 && results.every(({ verdict }) => verdict !== "fail"),
    rules: results,
    calls: shown.map(shownCall(run, limits, verdicts.verdictsOf)),
    coverage: yield* coverageInSlices(run, limits, seen),
    whatIf,
    policy: yield* policyOf({ ...run, calls: telling }, limits, whatIf),
  };
}

function* runOf(seen: Seen): Slices<Run> {
  const { attempts, movedMs } = yield* asWaited(seen);
  const calls = yield* callsInSlices(attempts, seen.reference);
  const now = seen.now + movedMs;
  return { ...seen, now, lagMs: seen.lagMs ?? 0, attempts, ...calls };
}

export function verdictsOf(seen: Seen, ids: readonly RuleId[], strictness: Strictness = {}) {
  const { preset = "service", thresholds } = strictness;
  const limits = { ...presets[preset], ...thresholds };
  const run = atOnce(runOf(seen));
  const asked = rules.filter(({ id }) => ids.includes(id));
  return asked.map((rule) => atOnce(judgedBy(rule, run, limits)));
}

export const reportCard = (...asked: Parameters<typeof cardInSlices>): ReportCard =>
  atOnce(cardInSlices(...asked));

function overview(run: Run, telling: readonly LogicalCall[]): ReportCard["run"] {
  const { attempts, calls, dropped } = run;
  const [begin] = attempts;
  const span = begin && {
    from: new Date(begin.at).toISOString(),
    seconds: seconds(latest(attempts, "at", "end") - begin.at),
    productionSeconds: seconds(latest(attempts, "atWorld", "endWorld") - begin.atWorld),
  };
  return {
    ...(span ?? { from: null, seconds: 0, productionSeconds: 0 }),
    requests: attempts.length,
    calls: calls.length,
    callsByLikeness: telling.filter(({ knownBy }) => knownBy === "likeness").length,
    dropped,
  };
}

/** When the last thing happened: of an attempt that is open, its beginning counts. */
const latest = (attempts: Attempts, begin: "at" | "atWorld", end: "end" | "endWorld"): number =>
  attempts
    .map((each) => (Number.isFinite(each[end]) ? each[end] : each[begin]))
    .reduce((most, each) => Math.max(most, each), 0);

const seconds = (ms: number): number => Math.round(ms) / 1000;

/** A single request with a good answer tells nothing. */
const isTelling = ({ attempts }: LogicalCall): boolean =>
  attempts.length > 1 || attempts.some(({ outcome }) => outcome !== "answered");

const shownCall =
  ({ attempts: [begin] }: Run, thresholds: Thresholds, verdictsOf: VerdictsOf) =>
  (call: LogicalCall): CardCall => {
    const { id, knownBy, named = null, attempts } = call;
    const [{ operation, about, method, target }] = attempts as [Attempt];
    const before = new Map(stepsOf(call).map(([from, to]) => [to, from]));
    return {
      id,
      operation,
      about,
      method,
      target: shortened(target),
      knownBy,
      named,
      outcome: outcomeOf(call, thresholds),
      verdicts: verdictsOf(call),
      attempts: attempts.map((each) => shownAttempt(each, before.get(each), begin as Attempt)),
    };
  };

function shownAttempt(attempt: Attempt, before: Attempt | undefined, begin: Attempt): CardAttempt {
  const { exchange, at, atWorld, end, status, outcome, retryAfterMs, faults, injected } = attempt;
  const { endWorld, pace, promisedBy } = attempt;
  // As requests show says it: seconds count from the arrival, or from the end of a delay.
  const isFromEnd = promisedBy === "date" || injected.includes("delay");
  return {
    exchange,
    at: seconds(at - begin.at),
    atProduction: seconds(atWorld - begin.atWorld),
    took: Number.isFinite(end) ? seconds(end - at) : null,
    status,
    outcome,
    retryAfter: retryAfterMs === undefined ? null : seconds(retryAfterMs),
    promisedUntil: isPromise(retryAfterMs)
      ? new Date((isFromEnd ? endWorld : atWorld) + retryAfterMs * pace).toISOString()
      : null,
    waited: before === undefined ? null : seconds(waitedMs(before, attempt)),
    faults: [...faults],
    injected: [...injected],
  };
}

/** The worst first. */
const rankOf = ({ result }: Pick<CallVerdict, "result">): number =>
  ["failed", "undecided", "passed"].indexOf(result);

type VerdictsOf = (call: LogicalCall) => CallVerdict[];

/** What the rules say of calls: what hears their findings, and what tells the worst of each rule. */
function callVerdicts(calls: readonly LogicalCall[], thresholds: Thresholds) {
  const byCall = new Map(calls.map(({ id }) => [id, new Map<string, CallVerdict>()]));
  const note = (rule: Rule, finding: Finding): void => {
    const known = finding.call && byCall.get(finding.call.id);
    const { result } = finding;
    if (known === undefined || result === "unknown") return;
    const before = known.get(rule.id);
    if (before !== undefined && rankOf(before) <= rankOf({ result })) return;
    known.set(rule.id, { rule: rule.id, result, text: textOf(finding, rule, thresholds) });
  };
  const verdictsOf: VerdictsOf = ({ id }) =>
    [...(byCall.get(id)?.values() ?? [])].toSorted((a, b) => rankOf(a) - rankOf(b));
  return { note, verdictsOf };
}
