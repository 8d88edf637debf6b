import { type ExamCall, type ExamReading, isAcknowledged } from "../../emulation/exam-log.ts";
import { type ReceiverRuleId } from "../../emulation/receiver-rules.ts";

export interface ReceiverRun {
  readonly calls: readonly ExamCall[];
  readonly readings: readonly ExamReading[];
}

export interface ReceiverFinding {
  readonly result: "passed" | "failed" | "undecided";
  readonly text: string;
  readonly call?: ExamCall;
  readonly expected?: string;
  readonly fix?: string;
  /** What would decide it, in the imperative. */
  readonly wouldDecide?: string;
}

/** One rule of the receiver's card. Its phrases go on with a sentence, and have no full stop. */
export interface ReceiverRule {
  readonly id: ReceiverRuleId;
  /** What a good receiver does, in the imperative. */
  readonly title: string;
  readonly measures: string;
  readonly why: string;
  /** Follows `Expected: ` in a failed finding. */
  readonly expected: string;
  /** Follows `Fix: ` in a failed finding: one action. */
  readonly fix: string;
  /** Follows the number of passes, two or more. */
  readonly unit: string;
  /** What it looks at: there was none if it was not exercised. */
  readonly event: string;
  /** What brings such a thing about, as the command line has it. */
  readonly exercise: string;
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
      const kept = isKept ? ", and kept" : "";
      const text = `${about}: ${answerTo(call)}${kept}.`;
      return { result: isRefused && !isKept ? "passed" : "failed", text, call };
    });

/** The last reading before the receiver was killed, and the last one after it. */
export const readingsOf = ({ readings }: ReceiverRun) => ({
  before: readings.findLast(({ afterRestart }) => !afterRestart),
  after: readings.findLast(({ afterRestart }) => afterRestart),
});
