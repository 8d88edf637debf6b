import { type Attempt, type Attempts, failed } from "../calls/attempt.ts";
import { counted, plain } from "../figures.ts";
import { first, isRetriable, last, type LogicalCall, type Run } from "../calls/logical-call.ts";
import type { Finding, Rule } from "../rule.ts";
import { flatMapped, grouped } from "../slices.ts";
import { streamOf, streamsOf } from "../streams.ts";
import type { Thresholds } from "../thresholds.ts";

/** Where faults meet less than this share of the calls, what is added hardly shows. */
const affectedMin = 0.5;

export const storm: Rule = {
  id: "storm",
  title: "Do not multiply the load",
  measures:
    "the requests to each operation during faults, against those of the same run without faults (--compare)",
  tolerance: ({ loadMax }) =>
    `at most ${plain(loadMax)} times as many. It passes only if most of the calls that were made met a fault, and the client gave up while they still failed, since only then its own limit is known`,
  why: "When every client multiplies its requests, an outage cannot end.",
  expected: ({ loadMax }) => `at most ${plain(loadMax)} times as many`,
  fix: "limit the retries of all calls together, such as to 20 % of the requests",
  unit: "operations got few enough requests",
  event: "outage",
  exercise: "faults add '*' --status 503",
  about: "requests",
  *judge(run, thresholds) {
    if (run.reference === undefined) {
      const text = "Nothing to compare the requests with. To exercise it: --compare";
      yield { result: "unknown", text, attempts: [] };
      return;
    }
    const calls = yield* grouped(run.calls, (call) => streamOf(first(call)));
    const isRetrying = run.calls.some(({ attempts }) => attempts.length > 1);
    const found = yield* flatMapped(yield* streamsOf(run.attempts), (stream) => {
      const own = calls.get(streamOf(stream[0] as Attempt)) ?? [];
      return judged(run, stream, own, thresholds, isRetrying);
    });
    // Of a client whose limit is known, what met few faults says nothing else.
    const isKnown = found.some(({ result }) => result === "passed");
    yield* found.filter(({ result }) => !isKnown || result !== "undecided");
  },
};

function judged(
  { reference, ended }: Run,
  stream: Attempts,
  calls: readonly LogicalCall[],
  thresholds: Thresholds,
  isRetrying: boolean,
): Finding[] {
  const usual = reference?.ofStream(streamOf(stream[0] as Attempt));
  const failures = stream.filter(failed);
  if (usual === undefined || usual === 0 || failures.length === 0) return [];
  const text = `${stream[0]?.operation}: ${counted(stream.length, "request")}, ${usual} without faults.`;
  const attempts = failures.slice(0, 3);
  if (stream.length > usual * thresholds.loadMax) return [{ result: "failed", text, attempts }];
  const affected = calls.filter((call) => call.attempts.some(failed));
  // A failure after which a client that retries does not do so says nothing of its limit.
  const isGivenUp = (call: LogicalCall) =>
    call.knownBy !== "likeness" &&
    isRetriable(last(call), thresholds) &&
    (call.attempts.length > 1 || !isRetrying);
  const most = affected.reduce((count, call) => Math.max(count, call.attempts.length), 0);
  // Where every request fails, each call makes as many attempts as the longest.
  const isAtLimit = (call: LogicalCall) =>
    call.attempts.length === most && most <= thresholds.loadMax && isGivenUp(call);
  // A client that ends with its first call that failed makes no more of them.
  const made = Math.min(usual, calls.length);
  if (ended && affected.length >= affectedMin * made && affected.some(isAtLimit)) {
    return [{ result: "passed", text, attempts }];
  }
  const wouldDecide = "let every request fail until the client gives up";
  const leaning = most > thresholds.loadMax ? "fail" : "pass";
  return [{ result: "undecided", leaning, text, wouldDecide, attempts }];
}
