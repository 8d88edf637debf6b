import { type ExamCall, isAcknowledged } from "../../emulation/exam-log.ts";
import { notExercised, verdictOf, withOwnRemedy } from "../finding-text.ts";
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

const shown = ({ id, rule, about, ids, at, ms, status, error }: ExamCall, begin: number) => ({
  id,
  rule,
  about,
  events: ids.length,
  at: seconds(at - begin),
  took: seconds(ms),
  status,
  error,
});

function judged(rule: ReceiverRule, run: ReceiverRun): ReceiverRuleResult {
  const findings = rule.judge(run);
  const found = (result: ReceiverFinding["result"]) => {
    const first = findings.filter((each) => each.result === result);
    return { first, count: first.length };
  };
  const all = { failed: found("failed"), undecided: found("undecided"), passed: found("passed") };
  const { failed, undecided, passed } = all;
  const [doubt] = undecided.first;
  // Whoever acknowledges nothing is not asked anything else.
  const isMute = run.calls.length > 0 && !run.calls.some(isAcknowledged);
  const exercise = isMute ? "a receiver that acknowledges deliveries" : rule.exercise;
  const idle = notExercised({ event: rule.event, exercise });
  const say = (finding: ReceiverFinding) => withOwnRemedy(finding, rule);
  const told = doubt && { ...doubt, leaning: "pass" as const };
  const { verdict, leaning, wouldDecide, message } = verdictOf(rule, all, told, say, idle);
  const shown = [...failed.first, ...undecided.first, ...passed.first].slice(0, evidenceMax);
  return {
    rule: rule.id,
    title: rule.title,
    leaning,
    wouldDecide,
    passed: passed.count,
    failed: failed.count,
    undecided: undecided.count,
    evidence: shown.map((finding) => ({
      result: finding.result,
      call: finding.call?.id ?? null,
      text: say(finding),
    })),
    verdict,
    message,
  };
}
