import { type ExamCall, isAcknowledged } from "../../emulation/exam-log.ts";
import { withMore, withRemedy } from "../finding-text.ts";
import type { ReceiverCard, ReceiverRuleResult } from "./card-shape.ts";
import type { ReceiverFinding, ReceiverRule, ReceiverRun } from "./rule.ts";
import { receiverRules } from "./rules.ts";

const evidenceMax = 20;
const callsMax = 1000;

export function receiverCardOf(run: ReceiverRun): ReceiverCard {
  const { calls } = run;
  const rules = receiverRules.map((rule) => judged(rule, run));
  const begin = Math.min(...calls.map(({ at }) => at));
  const end = Math.max(...calls.map(({ at, ms }) => at + ms));
  return {
    run: {
      from: calls.length === 0 ? null : new Date(begin).toISOString(),
      seconds: calls.length === 0 ? 0 : seconds(end - begin),
      requests: calls.length,
    },
    passed: calls.length > 0 && rules.every(({ verdict }) => verdict !== "fail"),
    rules,
    calls: calls.slice(0, callsMax).map((call) => shown(call, begin)),
  };
}

const seconds = (ms: number): number => Math.round(ms) / 1000;

const shown = (
  { id, rule, about, ids, at, ms, status, error }: ExamCall,
  begin: number,
): ReceiverCard["calls"][number] => ({
  id,
  rule,
  about,
  events: ids.length,
  at: seconds(at - begin),
  took: seconds(ms),
  status,
  error,
});

const results = ["failed", "undecided", "passed"] as const;

/** What a rule says. One failure fails it, and one doubt is never a pass. */
function judged(rule: ReceiverRule, run: ReceiverRun): ReceiverRuleResult {
  const findings = rule.judge(run);
  const [failed, undecided, passed] = results.map((result) =>
    findings.filter((each) => each.result === result),
  ) as [ReceiverFinding[], ReceiverFinding[], ReceiverFinding[]];
  const result = {
    rule: rule.id,
    title: rule.title,
    leaning: null,
    wouldDecide: null,
    passed: passed.length,
    failed: failed.length,
    undecided: undecided.length,
    evidence: [...failed, ...undecided, ...passed].slice(0, evidenceMax).map((finding) => ({
      result: finding.result,
      call: finding.call?.id ?? null,
      text: textOf(finding, rule),
    })),
  };
  const [failure] = failed;
  if (failure !== undefined) {
    const text = withMore(failure.text, failed.length - 1);
    return { ...result, verdict: "fail", message: textOf({ ...failure, text }, rule) };
  }
  const [doubt] = undecided;
  if (doubt !== undefined) {
    const message = withMore(doubt.text, undecided.length - 1);
    const { wouldDecide = null } = doubt;
    return { ...result, verdict: "undecided", leaning: "pass", wouldDecide, message };
  }
  const [pass] = passed;
  if (pass !== undefined) {
    const message = passed.length === 1 ? pass.text : `${passed.length} ${rule.unit}.`;
    return { ...result, verdict: "pass", message };
  }
  // Whoever acknowledges nothing is not asked anything else.
  const isMute = run.calls.length > 0 && !run.calls.some(isAcknowledged);
  const exercise = isMute ? "a receiver that acknowledges deliveries" : rule.exercise;
  const message = `No ${rule.event} in this run. To exercise it: ${exercise}`;
  return { ...result, verdict: "not exercised", message };
}

const textOf = ({ result, text, expected, fix }: ReceiverFinding, rule: ReceiverRule): string =>
  result === "failed" ? withRemedy(text, expected ?? rule.expected, fix ?? rule.fix) : text;
