import { type ExamCall, type ExamReading, isAcknowledged } from "../../emulation/exam-log.ts";
import { type ReceiverRuleId } from "../../emulation/receiver-rules.ts";
import type { Finding, Rule } from "../rule.ts";

export interface ReceiverRun {
  readonly calls: readonly ExamCall[];
  readonly readings: readonly ExamReading[];
}

export interface ReceiverFinding extends Pick<
  Finding,
  "text" | "expected" | "fix" | "wouldDecide"
> {
  readonly result: "passed" | "failed" | "undecided";
  readonly call?: ExamCall;
}

type Words = "title" | "measures" | "why" | "fix" | "unit" | "event" | "exercise";

/** One rule of the receiver's card, in the words of one of the client's. */
export interface ReceiverRule extends Pick<Rule, Words> {
  readonly id: ReceiverRuleId;
  readonly expected: string;
  readonly judge: (run: ReceiverRun) => readonly ReceiverFinding[];
}

/** What came of a call, as a sentence goes on: `answered 401`. */
const answerTo = ({ status, error }: ExamCall): string =>
  status === null ? (error ?? "no answer") : `answered ${status}`;

export const madeFor = ({ calls }: ReceiverRun, rule: ReceiverRuleId): ExamCall[] =>
  calls.filter((each) => each.rule === rule);

/** Of calls as the service makes them: those that were acknowledged, and those that were not, as findings. */
export const accepted = (calls: readonly ExamCall[]): ReceiverFinding[] =>
  calls
    .filter(({ expect }) => expect === "accept")
    .map((call) => ({
      result: isAcknowledged(call) ? "passed" : "failed",
      text: `${call.about}: ${answerTo(call)}.`,
      call,
    }));

/** Of calls that are not the service's: those that were refused, and those that were not. */
export const refused = ({ readings }: ReceiverRun, calls: readonly ExamCall[]): ReceiverFinding[] =>
  calls
    .filter(({ expect }) => expect === "refuse")
    .map((call) => {
      const { about, status, ids } = call;
      const isKept = readings.some(({ kept }) => ids.some((id) => kept.has(id)));
      const isRefused = status !== null && status >= 400;
      const text = `${about}: ${answerTo(call)}${isKept ? ", and kept" : ""}.`;
      return { result: isRefused && !isKept ? "passed" : "failed", text, call };
    });

export const readingsOf = ({ readings }: ReceiverRun) => ({
  before: readings.findLast(({ afterRestart }) => !afterRestart),
  after: readings.findLast(({ afterRestart }) => afterRestart),
});
