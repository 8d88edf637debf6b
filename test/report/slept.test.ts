import { expect, it } from "vitest";
import type { Attempt } from "../../src/report/calls/attempt.ts";
import { answered, resultOf, throttled, verdictOf } from "../support/report.ts";

const [second, hour] = [1000, 3_600_000];
/** A sleep of that length from the tenth second on. */
const sleepOf = (ms: number) => ({ sleeps: [{ at: 10 * second + ms, ms }] });
const night = sleepOf(8 * hour);

/** Two calls that followed what they were told, however long it was. */
const following = [5000, 2000].flatMap((promise, index) => {
  const own = { likeness: `before ${index}` };
  const at = -100_000 + index * 50_000;
  return [throttled(at, promise, own), answered(at + promise + 3, own)];
});

/** A wait of a minute, which began before the sleep and ended then. */
const waited = (until: number): Attempt[] => [
  ...following,
  throttled(0, 60 * second),
  answered(until),
];

it.each([
  ["counts the time that its machine is awake", 8 * hour + 60 * second + 2],
  ["looks at the date, and comes at once", 8 * hour + 10 * second],
])("holds no sleep of the machine against a client that %s", (_, until) => {
  expect(verdictOf("retry-after", waited(until), night)).toBe("pass");
  expect(verdictOf("retry-after", waited(until))).toBe("fail");
});

it("fails a client that comes too early after a short sleep", () => {
  expect(verdictOf("retry-after", waited(25 * second), sleepOf(10 * second))).toBe("fail");
});

it("fails a client that comes far too late after a sleep", () => {
  expect(verdictOf("retry-after", waited(9 * hour), night)).toBe("fail");
});

it("takes a response that was on its way as long as the machine was awake", () => {
  const asked = [
    throttled(0, second, { end: 8 * hour + 11 * second }),
    answered(8 * hour + 12 * second + 2),
  ];
  const { evidence } = resultOf("retry-after", asked, night);
  expect(evidence.map(({ text }) => text).join()).toContain("1 s after a 429");
  expect(verdictOf("total-time", asked, night)).not.toBe("fail");
});

it("lets a sleep end where what was promised meanwhile ends", () => {
  const dozed = { sleeps: [...night.sleeps, { at: 9 * hour, ms: hour / 2 }] };
  const asked = [...waited(8 * hour + 60 * second + 2), answered(9 * hour + 5, { likeness: "x" })];
  expect(verdictOf("retry-after", asked, dozed)).toBe("pass");
});
