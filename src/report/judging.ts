import { adviceOf } from "./advice/advice.ts";
import type { Attempt } from "./calls/attempt.ts";
import type { RuleResult } from "./card-shape.ts";
import { notExercised, tellingApart, withMore, withRemedy } from "./finding-text.ts";
import type { Doubt, LogicalCall, Run } from "./calls/logical-call.ts";
import type { Finding, Findings, Leaning, Rule } from "./rule.ts";
import { forEach, piecesOf, type Slices } from "./slices.ts";
import type { Thresholds } from "./thresholds.ts";

const evidenceMax = 20;

class Tally {
  readonly #first: Finding[] = [];
  count = 0;

  get first(): readonly Finding[] {
    return this.#first;
  }

  add(finding: Finding): void {
    this.count += 1;
    if (this.#first.length < evidenceMax) this.#first.push(finding);
  }
}

/** One failure fails a rule, one doubt is never a pass, and what likeness alone suggests is undecided. */
export function* judgedBy(
  rule: Rule,
  run: Run,
  thresholds: Thresholds,
  note: (finding: Finding) => void = () => {},
): Slices<RuleResult> {
  const failed = new Tally();
  const undecided = new Tally();
  const passed = new Tally();
  const unknown = new Tally();
  const tallies = { failed, undecided, passed, unknown };
  let worst: Finding | undefined;
  let open: Finding | undefined;
  for (const finding of findingsOf(rule, run, thresholds)) {
    yield;
    if (finding === undefined) continue;
    note(finding);
    tallies[finding.result].add(finding);
    if (finding.result !== "undecided") continue;
    if (finding.leaning === "fail") worst ??= finding;
    if (!finding.isFew) open ??= finding;
  }
  const shown = [...failed.first, ...undecided.first, ...passed.first].slice(0, evidenceMax);
  const result = {
    rule: rule.id,
    title: rule.title,
    passed: passed.count,
    failed: failed.count,
    undecided: undecided.count,
    leaning: null,
    wouldDecide: null,
    advice: null,
    evidence: shown.map((finding) => ({
      result: finding.result as "failed" | "undecided" | "passed",
      call: finding.call?.id ?? null,
      exchanges: finding.attempts.map(({ exchange }) => exchange),
      text: textOf(finding, rule, thresholds),
    })),
  };
  const [failure] = failed.first;
  if (failure !== undefined) {
    const text = withMore(failure.text, failed.count - 1);
    const message = textOf({ ...failure, text }, rule, thresholds);
    const advice = yield* adviceOf(rule.id, failed.first, run, thresholds);
    return { ...result, verdict: "fail", advice, message };
  }
  const doubt = worst ?? (passed.count === 0 ? undecided.first[0] : open);
  if (doubt !== undefined) {
    const { leaning = null, wouldDecide = tellingApart(run, doubt.call) } = doubt;
    const message = withMore(doubt.text, undecided.count - 1);
    return { ...result, verdict: "undecided", leaning, wouldDecide, message };
  }
  if (passed.count > 0) {
    const message =
      passed.count === 1 ? (passed.first[0]?.text ?? "") : `${passed.count} ${rule.unit}.`;
    return { ...result, verdict: "pass", message };
  }
  const message = unknown.first[0]?.text ?? notExercised(rule);
  return { ...result, verdict: "not exercised", message };
}

export const textOf = (finding: Finding, rule: Rule, thresholds: Thresholds): string =>
  finding.result === "failed"
    ? withRemedy(
        finding.text,
        finding.expected ?? rule.expected(thresholds),
        finding.fix ?? rule.fix,
      )
    : finding.text;

function* findingsOf(
  rule: Rule,
  run: Run,
  thresholds: Thresholds,
): Generator<Finding | undefined, void> {
  if (rule.about === "requests") {
    yield* rule.judge(run, thresholds);
    return;
  }
  const { known, suggested, likeliest } = sides.get(run) ?? (yield* sidesOf(run));
  const part = { ...run, known };
  const judged = (calls: readonly LogicalCall[]) => judgedTogether(rule, part, calls, thresholds);
  yield* judged(known);
  for (const doubt of run.doubts) {
    yield* whicheverWay(rule, part, doubt, likeliest, thresholds);
    yield;
  }
  for (const finding of judged(suggested)) yield finding && undecided(finding);
}

interface Sides {
  readonly known: readonly LogicalCall[];
  readonly suggested: readonly LogicalCall[];
  /** Of attempts in doubt: whose they are in the likeliest way. */
  readonly likeliest: ReadonlyMap<Attempt, LogicalCall>;
}

/** Every rule asks for them. */
const sides = new WeakMap<Run, Sides>();

function* sidesOf(run: Run): Slices<Sides> {
  const inDoubt = new Set(run.doubts.flatMap(({ attempts }) => attempts));
  const likeliest = new Map<Attempt, LogicalCall>();
  const known: LogicalCall[] = [];
  const suggested: LogicalCall[] = [];
  yield* forEach(run.calls, (call) => {
    const doubtful = inDoubt.size === 0 ? [] : call.attempts.filter((each) => inDoubt.has(each));
    for (const each of doubtful) likeliest.set(each, call);
    if (doubtful.length === 0) (call.knownBy === "likeness" ? suggested : known).push(call);
  });
  sides.set(run, { known, suggested, likeliest });
  return { known, suggested, likeliest };
}

function* judgedTogether(
  rule: Rule,
  run: Run,
  calls: readonly LogicalCall[],
  thresholds: Thresholds,
): Generator<Finding | undefined, void> {
  if (rule.about !== "call") {
    yield* rule.judge({ ...run, calls }, thresholds);
    return;
  }
  for (const some of piecesOf(calls)) {
    yield* rule.judge({ ...run, calls: some }, thresholds);
    yield;
  }
}

/** What stands whichever requests are one call's; else what one way of telling them apart suggests. */
function whicheverWay(
  rule: Rule,
  run: Run,
  doubt: Doubt,
  likeliest: ReadonlyMap<Attempt, LogicalCall>,
  thresholds: Thresholds,
): Finding[] {
  const { attempts, ways, areRounds } = doubt;
  if (ways.length === 0 && rule.together !== undefined) {
    return saidIn(rule.together(doubt, thresholds));
  }
  if (ways.length === 0) {
    const calls = [...new Set(attempts.flatMap((each) => likeliest.get(each) ?? []))];
    const found = saidIn(rule.judge({ ...run, calls }, thresholds));
    // Whose the retries of a round are changes nothing of a call, and much of what several have in common.
    return areRounds && rule.about === "call" ? found : found.map(undecided);
  }
  const found = ways.map((calls) => saidIn(rule.judge({ ...run, calls }, thresholds)));
  // The worst of them is what may be.
  const [worst = []] = outcomes.flatMap((outcome) =>
    found.filter((findings) => outcomeOf(findings) === outcome),
  );
  const stands = found.every((findings) => outcomeOf(findings) === outcomeOf(worst));
  return stands ? worst : worst.map(undecided);
}

const saidIn = (findings: Findings): Finding[] =>
  [...findings].filter((finding) => finding !== undefined);

/** The worst first. */
const outcomes = ["failed", "undecided", "passed", "unknown"] as const;

const outcomeOf = (findings: readonly Finding[]): Finding["result"] =>
  outcomes.find((result) => findings.some((each) => each.result === result)) ?? "unknown";

const verdictOf = ({ result }: Finding): Leaning | undefined => {
  if (result === "passed") return "pass";
  return result === "failed" ? "fail" : undefined;
};

/** What likeness suggests decides nothing. */
function undecided(finding: Finding): Finding {
  const leaning = verdictOf(finding);
  return leaning === undefined ? finding : { ...finding, result: "undecided", leaning };
}
