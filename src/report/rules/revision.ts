import { firstRefusals } from "../calls/refusals.ts";
import type { Attempt, Attempts } from "../calls/attempt.ts";
import { answerOf, nameOf } from "../finding-text.ts";
import { type LogicalCall, isSettled, type Run } from "../calls/logical-call.ts";
import { counted, msText } from "../figures.ts";
import type { Finding, Rule } from "../rule.ts";
import { grouped } from "../slices.ts";
import { inTurn, stragglersMin, stragglersOf } from "../streams.ts";

/** A client of many parts needs some time to tell them all; the client's milliseconds. */
const learnsMs = 1000;

export const revision: Rule = {
  id: "revision",
  title: "Leave a retired revision",
  measures:
    "after a 410: did the client send the same call with the same revision, or anything with it a second later?",
  tolerance: () =>
    `other calls of the same client may use it for ${msText(learnsMs)}: ${stragglersMin} of them, or one for each that the client makes at once, if they come one after the other`,
  why: "A retired revision does not come back: every further request with it fails.",
  expected: () => "no request with a retired revision",
  fix: "send a newer revision",
  unit: "retired revisions were left",
  event: "410",
  exercise: "--scenario retired-in-mid-run",
  about: "requests",
  *judge(run) {
    const met = yield* firstRefusals(run, {
      isRefused: ({ status, outcome }) => status === 410 && outcome === "refused",
      keyOf,
      textOf: (again, gone, call) =>
        `${nameOf(again, call)} used ${named(gone)} again after ${answerOf(gone)}.`,
    });
    if (met.size === 0) return;
    const same = yield* grouped(run.attempts, keyOf);
    for (const [key, { call, refused }] of met) {
      yield heeded(run, call, refused, same.get(key) ?? []);
    }
  },
};

const keyOf = ({ account, revision: sent, path }: Attempt): string =>
  `${account} ${sent} ${sent === null ? path : ""}`;

const named = ({ revision: sent }: Attempt) => (sent === null ? "no revision" : `revision ${sent}`);

/** Calls that were made with it before its client could know are over soon, and few. */
function heeded(run: Run, call: LogicalCall, gone: Attempt, same: Attempts): Finding {
  const more = same.filter((each) => each !== gone && each.at > gone.end);
  const late = more.find((each) => each.at >= gone.end + learnsMs);
  const turns = inTurn(more);
  const most = stragglersOf(same);
  const attempts = [gone, ...more.slice(0, 3)];
  if (turns > most) {
    const span = msText((more.at(-1)?.at ?? gone.end) - gone.end);
    const text = `${gone.about}: ${counted(more.length, "more request")} used ${named(gone)} within ${span} after ${answerOf(gone)}.`;
    // Of those that overlap, each may come from a part of the client that had not heard of it.
    const result = turns === more.length || late !== undefined ? "failed" : "undecided";
    return { result, leaning: "fail", text, expected: `at most ${most}`, call, attempts };
  }
  if (late !== undefined) {
    const text = `${late.about}: used ${named(gone)} ${msText(late.at - gone.end)} after ${answerOf(gone)}.`;
    return { result: "undecided", leaning: "fail", text, attempts: [gone, late] };
  }
  const but = more.length === 0 ? "" : `, except ${counted(more.length, "request")} of other calls`;
  const text = `${gone.about}: nothing used ${named(gone)} after ${answerOf(gone)}${but}.`;
  return { result: isSettled(run, gone) ? "passed" : "unknown", text, call, attempts: [gone] };
}
