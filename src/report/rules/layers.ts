import { isSure, timesEnough } from "../evidence/e-value.ts";
import { layeringOf } from "../evidence/layering.ts";
import { counted } from "../figures.ts";
import type { Finding, Rule } from "../rule.ts";
import { waitsOf } from "../waits.ts";
import { calmest, noiseMs, type OwnWaits, shownOf, tooBusy, untilOther } from "../waits.ts";

const attemptsMin = 4;

export const layers: Rule = {
  id: "layers",
  title: "Retry in one place",
  measures:
    "the waits without a Retry-After: whether they start over within a call, as in 0.2 s, 0.4 s, 1 s, 0.2 s, 0.4 s",
  tolerance: () =>
    `calls of ${attemptsMin} attempts or more. A verdict is wrong in fewer than 1 of 10,000 clients. Two loops that wait equally long look like one`,
  why: "Two retry loops inside each other multiply their attempts: 3 of one and 3 of the other make 9.",
  expected: () => "one loop of retries, whose waits do not start over",
  fix: "turn off the retries of the library below, or those of the code around it",
  unit: "calls were retried by one loop",
  event: "third retry without a Retry-After",
  exercise: "exam",
  about: "calls",
  *judge(run, thresholds) {
    const all = yield* waitsOf(run, thresholds);
    yield* tooBusy(all.blurred, attemptsMin - 1);
    const { own, lagMs } = calmest(all, run.lagOf);
    const long = own.map((each) => untilOther(each)).filter(({ waits }) => waits.length > 1);
    const most = Math.max(0, ...long.map(({ call }) => call.attempts.length));
    if (most >= attemptsMin) yield judged(long, noiseMs + lagMs, most);
  },
};

function judged(calls: readonly OwnWaits[], blurMs: number, most: number): Finding {
  const { finding, seen, about: name } = shownOf(calls);
  const about = `${counted(calls.length, "call")}, such as ${seen} in ${name}.`;
  const waits = calls.map((each) => each.waits);
  const { nested, single, level } = layeringOf(waits, blurMs, most);
  if (isSure(nested)) return { ...finding, result: "failed", text: `Waits start over in ${about}` };
  if (isSure(single)) return { ...finding, result: "passed", text: `Waits go on in ${about}` };
  if (level > 1 / 2) {
    const text = `Waits are equal in ${about} Two loops that wait equally long look like one.`;
    return { ...finding, result: "unknown", text };
  }
  const times = timesEnough(Math.max(nested, single)) ?? 2;
  return {
    ...finding,
    result: "undecided",
    leaning: nested > Math.max(0, single) ? "fail" : "pass",
    text: `Too few waits in ${about}`,
    wouldDecide: `let about ${counted(Math.ceil(calls.length * (times - 1)), "more call")} fail until the client gives up`,
    isFew: true,
  };
}
