import type { Attempt } from "../attempt.ts";
import type { Finding, Rule } from "../rule.ts";
import { indexOf, streamsOf } from "../streams.ts";
import type { Thresholds } from "../thresholds.ts";
import { plural, time } from "../words.ts";

/** Promises that end so near to each other, in milliseconds, are of one window. */
const oneWindowMs = 100;

export const stampede: Rule = {
  id: "stampede",
  title: "does not come back all at once",
  measures:
    "of those who were told to wait until the same instant, how many came back within one moment after it",
  tolerance: ({ crowdShare, crowdMs, crowdMin }) =>
    `${crowdShare * 100} % within ${crowdMs} ms, of ${crowdMin} or more`,
  why: "A crowd at the door shuts it again: most are refused once more.",
  unit: "times they came one by one",
  never: "there were never enough who waited for the same instant",
  *judge({ attempts }, thresholds) {
    for (const stream of streamsOf(attempts)) {
      for (const crowd of crowdsOf(stream)) {
        if (crowd.length < thresholds.crowdMin) continue;
        const finding = judged(stream, crowd, thresholds);
        if (finding !== undefined) yield finding;
      }
    }
  },
};

/** Those who were told to wait until about the same instant. */
function crowdsOf(stream: readonly Attempt[]): Attempt[][] {
  const crowds: Attempt[][] = [];
  const told = stream
    .filter(({ retryAfterMs }) => retryAfterMs !== undefined && retryAfterMs > 0)
    .toSorted((a, b) => opensAt(a) - opensAt(b));
  for (const each of told) {
    const crowd = crowds.at(-1);
    const before = crowd?.at(-1);
    if (before !== undefined && opensAt(each) - opensAt(before) <= oneWindowMs) crowd?.push(each);
    else crowds.push([each]);
  }
  return crowds;
}

const opensAt = ({ end, retryAfterMs = 0 }: Attempt): number => end + retryAfterMs;

function judged(
  stream: readonly Attempt[],
  crowd: readonly Attempt[],
  { crowdMs, crowdMin, crowdShare, earlyMs }: Thresholds,
): Finding | undefined {
  const opens = opensAt(crowd[0] as Attempt) - earlyMs;
  const start = indexOf(stream, opens);
  const back = stream.slice(start, start + crowd.length);
  if (back.length < crowdMin) return undefined;
  let densest: readonly Attempt[] = [];
  for (const [index, each] of back.entries()) {
    const end = indexOf(back, each.at + crowdMs);
    if (end - index > densest.length) densest = back.slice(index, end);
  }
  const share = densest.length / back.length;
  const result = densest.length >= crowdMin && share > crowdShare ? "failed" : "passed";
  const span = (densest.at(-1)?.at ?? 0) - (densest[0]?.at ?? 0);
  const text = `${crowd[0]?.operation}: ${densest.length} of ${plural(back.length, "request")} came back within ${time(span)} of each other`;
  return { result, text, attempts: densest.slice(0, 5) };
}
