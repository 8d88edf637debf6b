import type { Attempt, Attempts } from "../calls/attempt.ts";
import { msText } from "../figures.ts";
import { isSettled, type LogicalCall, nextAfter, type Run } from "../calls/logical-call.ts";
import type { Finding, Rule } from "../rule.ts";
import { filtered } from "../slices.ts";
import type { Thresholds } from "../thresholds.ts";

/** Two waits that differ by no more than this, in milliseconds, are set by one timer. */
const timerMs = 100;
/** Ends that are nearer to each other may have one cause, such as the end of the client itself. */
const apartMs = 1000;

export const patience: Rule = {
  id: "patience",
  title: "Give up on a response that does not come",
  measures:
    "each request that gets no response: when did the client close the connection by itself? It did if a retry followed, if it waited as long another time, or if its run ended for nothing else",
  tolerance: ({ patienceMsMax }) => `at most ${msText(patienceMsMax)}`,
  why: "A client without a timeout waits forever, and so does everything behind it.",
  expected: ({ patienceMsMax }) => `at most ${msText(patienceMsMax)}`,
  fix: "set a timeout for each request",
  unit: "hanging requests were given up in time",
  event: "request without a response",
  exercise: "faults add '*' --connection hang",
  about: "requests",
  *judge(run, thresholds) {
    const hung = yield* filtered(run.attempts, isHung);
    for (const call of run.calls) {
      yield;
      for (const each of call.attempts) {
        if (isHung(each)) yield judged(run, call, each, hung, thresholds);
      }
    }
  },
};

const isHung = ({ injected }: Attempt): boolean => injected.includes("hang");

function judged(
  run: Run,
  call: LogicalCall,
  hung: Attempt,
  others: Attempts,
  { patienceMsMax }: Thresholds,
): Finding | undefined {
  const isOpen = !Number.isFinite(hung.end);
  const waited = (isOpen ? run.now : hung.end) - hung.at;
  const about = `${hung.about}: ${isOpen ? "still waited" : "closed"} ${msText(waited)} after it was sent`;
  const finding = { text: `${about}.`, call, attempts: [hung] };
  if (waited > patienceMsMax) {
    const text = `${hung.about}: waited ${msText(waited)} for a response.`;
    return { ...finding, text, result: "failed" };
  }
  if (isOpen) {
    const text = `${about}, when the run ended.`;
    const wouldDecide = `let the run last longer than ${msText(patienceMsMax)}`;
    return { ...finding, result: "undecided", leaning: "fail", text, wouldDecide };
  }
  const passed = (how: string): Finding => ({ ...finding, result: "passed", text: about + how });
  const next = call.knownBy === "likeness" ? undefined : nextAfter(call.attempts, hung);
  if (next !== undefined) return { ...passed(", and tried again."), attempts: [hung, next] };
  if (others.some((other) => isSameTimer(hung, other))) return passed(", as long as another time.");
  if (!isSettled(run, hung)) return { ...finding, result: "unknown" };
  if (run.endOf?.(hung) !== undefined && isAlone(run, hung))
    return passed(", and then the client ended.");
  // Whatever ends a process closes its connections, too.
  const text = `${about}. The client itself may have been stopped then.`;
  const wouldDecide = "retry it, or let another request hang later";
  return { ...finding, result: "undecided", leaning: "pass", text, wouldDecide };
}

const isAlone = ({ attempts }: Run, hung: Attempt): boolean =>
  attempts.every(
    (each) =>
      each === hung || each.account !== hung.account || each.end < hung.at || each.at > hung.end,
  );

const isSameTimer = (one: Attempt, other: Attempt): boolean =>
  Math.abs(one.end - one.at - (other.end - other.at)) <= timerMs &&
  Math.abs(one.end - other.end) >= apartMs;
