import { adviceOf } from "./advice/advice.ts";
import type { Attempt } from "./calls/attempt.ts";
import type { RuleResult } from "./card-shape.ts";
import { notExercised, tellingApart, verdictOf, withOwnRemedy } from "./finding-text.ts";
import type { Doubt, LogicalCall, Run } from "./calls/logical-call.ts";
import type { Finding, Findings, Rule } from "./rule.ts";
import { forEach, piecesOf, type Slices } from "./slices.ts";
import type { Thresholds } from "./thresholds.ts";

const evidenceMax = 20;

/** One failure fails a rule, one doubt is never a pass, and what likeness alone suggests is undecided. */
export function* judgedBy(
  rule: Rule,
  run: Run,
  thresholds: Thresholds,
  note: (finding: Finding) => void = () => {},
): Slices<RuleResult> {
  const tally = () => ({ count: 0, first: [] as Finding[] });
  const tallies = { failed: tally(), undecided: tally(), passed: tally(), unknown: tally() };
  let worst: Finding | undefined;
  let open: Finding | undefined;
  for (const finding of findingsOf(rule, run, thresholds)) {
    yield;
    if (finding === undefined) continue;
    note(finding);
    const own = tallies[finding.result];
    own.count += 1;
    if (own.first.length < evidenceMax) own.first.push(finding);
    if (finding.result !== "undecided") continue;
    if (finding.leaning === "fail") worst ??= finding;
    if (!finding.isFew) open ??= finding;
  }
  const { failed, undecided, passed, unknown } = tallies;
  const doubt = worst ?? (passed.count === 0 ? undecided.first[0] : open);
  const told = doubt && { wouldDecide: tellingApart(run, doubt.call), ...doubt };
  const say = (finding: Finding) => textOf(finding, rule, thresholds);
  const idle = unknown.first[0]?.text ?? notExercised(rule);
  const { verdict, leaning, wouldDecide, message } = verdictOf(rule, tallies, told, say, idle);
  const shown = [...failed.first, ...undecided.first, ...passed.first].slice(0, evidenceMax);
  return {
    rule: rule.id,
    title: rule.title,
    passed: passed.count,
    failed: failed.count,
    undecided: undecided.count,
    leaning,
    wouldDecide,
    advice: verdict === "fail" ? yield* adviceOf(rule.id, failed.first, run, thresholds) : null,
    evidence: shown.map((finding) => ({
      result: finding.result as "failed" | "undecided" | "passed",
      call: finding.call?.id ?? null,
      exchanges: finding.attempts.map(({ exchange }) => exchange),
      text: say(finding),
    })),
    verdict,
    message,
  };
}

export const textOf = (finding: Finding, { expected, fix }: Rule, thresholds: Thresholds): string =>
  withOwnRemedy(finding, { expected: expected(thresholds), fix });

function* findingsOf(rule: Rule, run: Run, thresholds: Thresholds): Findings {
  if (rule.about === "requests") {
    yield* rule.judge(run, thresholds);
    return;
  }
  const told = sides.get(run) ?? (yield* sidesOf(run));
  const part = { ...run, known: told.known };
  const judged = (calls: Calls) => judgedTogether(rule, part, calls, thresholds);
  yield* judged(told.known);
  for (const doubt of run.doubts) {
    yield* whicheverWay(rule, part, doubt, told, thresholds);
    yield;
  }
  for (const finding of judged(told.suggested)) yield finding && undecided(finding);
}

interface Sides {
  readonly known: Calls;
  readonly suggested: Calls;
  /** Of attempts in doubt: whose they are in the likeliest way. */
  readonly likeliest: ReadonlyMap<Attempt, LogicalCall>;
}

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

type Calls = readonly LogicalCall[];

function* judgedTogether(rule: Rule, run: Run, calls: Calls, thresholds: Thresholds) {
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
  { likeliest }: Sides,
  limits: Thresholds,
) {
  const { attempts, ways, areRounds } = doubt;
  if (ways.length === 0 && rule.together !== undefined) return saidIn(rule.together(doubt, limits));
  if (ways.length === 0) {
    const calls = [...new Set(attempts.flatMap((each) => likeliest.get(each) ?? []))];
    const found = saidIn(rule.judge({ ...run, calls }, limits));
    // Whose the retries of a round are changes nothing of a call, and much of what several have in common.
    return areRounds && rule.about === "call" ? found : found.map(undecided);
  }
  const found = ways.map((calls) => saidIn(rule.judge({ ...run, calls }, limits)));
  // The worst of them is what may be.
  const [worst = []] = outcomes.flatMap((outcome) =>
    found.filter((findings) => outcomeOf(findings) === outcome),
  );
  const stands = found.every((findings) => outcomeOf(findings) === outcomeOf(worst));
  return stands ? worst : worst.map(undecided);
}

const saidIn = (findings: Findings): Finding[] =>
  [...findings].filter((finding) => finding !== undefined);

const outcomes = ["failed", "undecided", "passed", "unknown"] as const;

const outcomeOf = (findings: readonly Finding[]): Finding["result"] =>
  outcomes.find((result) => findings.some((each) => each.result === result)) ?? "unknown";

function undecided(finding: Finding): Finding {
  const { result } = finding;
  if (result !== "passed" && result !== "failed") return finding;
  return { ...finding, result: "undecided", leaning: result === "passed" ? "pass" : "fail" };
}
