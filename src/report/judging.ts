import type { RuleResult } from "./card-shape.ts";
import { notExercised, tellingApart, withMore, withRemedy } from "./finding-text.ts";
import type { Doubt, Run } from "./logical-call.ts";
import type { Finding, Leaning, Rule } from "./rule.ts";
import type { Thresholds } from "./thresholds.ts";

/** How much evidence is shown of each rule. */
const evidenceMax = 20;

/**
 * What a rule says of a run. One failure fails it. It passes if something passed, and nothing that is undecided leans
 * to fail. What rests on calls that likeness alone suggests is undecided.
 */
export function judgedBy(rule: Rule, run: Run, thresholds: Thresholds): RuleResult {
  const findings = findingsOf(rule, run, thresholds);
  const of = (result: Finding["result"]) => findings.filter((each) => each.result === result);
  const [failed, undecided, passed, unknown] = [
    of("failed"),
    of("undecided"),
    of("passed"),
    of("unknown"),
  ];
  const result = {
    rule: rule.id,
    title: rule.title,
    passed: passed.length,
    failed: failed.length,
    undecided: undecided.length,
    leaning: null,
    wouldDecide: null,
    evidence: [...failed, ...undecided, ...passed].slice(0, evidenceMax).map((finding) => ({
      result: finding.result as "failed" | "undecided" | "passed",
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
  const doubt = undecided.find(({ leaning }) => leaning === "fail") ?? undecided[0];
  if (doubt !== undefined && (passed.length === 0 || doubt.leaning === "fail")) {
    const { leaning = null, wouldDecide = tellingApart } = doubt;
    const message = withMore(doubt.text, undecided.length - 1);
    return { ...result, verdict: "undecided", leaning, wouldDecide, message };
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

function findingsOf(rule: Rule, run: Run, thresholds: Thresholds): Finding[] {
  if (rule.about === "requests") return [...rule.judge(run, thresholds)];
  const inDoubt = new Set(run.doubts.flatMap(({ attempts }) => attempts));
  const calls = run.calls.filter(({ attempts }) => !attempts.some((each) => inDoubt.has(each)));
  const known = calls.filter(({ knownBy }) => knownBy !== "likeness");
  const suggested = calls.filter(({ knownBy }) => knownBy === "likeness");
  return [
    ...rule.judge({ ...run, calls: known }, thresholds),
    ...run.doubts.flatMap((doubt) => whicheverWay(rule, run, doubt, thresholds)),
    ...[...rule.judge({ ...run, calls: suggested }, thresholds)].map(undecided),
  ];
}

/** What stands whichever requests are one call's; else what one way of telling them apart suggests. */
function whicheverWay(rule: Rule, run: Run, doubt: Doubt, thresholds: Thresholds): Finding[] {
  const { attempts, ways } = doubt;
  if (ways.length === 0 && rule.together !== undefined) {
    return [...rule.together(doubt, thresholds)];
  }
  if (ways.length === 0) {
    const own = new Set(attempts);
    const calls = run.calls.filter((call) => call.attempts.some((each) => own.has(each)));
    return [...rule.judge({ ...run, calls }, thresholds)].map(undecided);
  }
  const found = ways.map((calls) => [...rule.judge({ ...run, calls }, thresholds)]);
  const [first = []] = found;
  const said = first.map(verdictOf).find((verdict) => verdict !== undefined);
  const stands = found.every((findings) => outcomeOf(findings) === outcomeOf(first));
  return stands || said === undefined ? first : first.map(undecided);
}

/** Of several findings the worst. */
const outcomeOf = (findings: readonly Finding[]): Finding["result"] | undefined =>
  (["failed", "undecided", "passed"] as const).find((result) =>
    findings.some((each) => each.result === result),
  );

const verdictOf = ({ result }: Finding): Leaning | undefined => {
  if (result === "passed") return "pass";
  return result === "failed" ? "fail" : undefined;
};

/** What likeness suggests decides nothing. */
function undecided(finding: Finding): Finding {
  const leaning = verdictOf(finding);
  return leaning === undefined ? finding : { ...finding, result: "undecided", leaning };
}
