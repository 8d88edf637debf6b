import { expect, it } from "vitest";
import type { Attempt } from "../../../src/report/calls/attempt.ts";
import { answered, resultOf, throttled, verdictOf } from "../../support/report.ts";

const rule = "slows";

/** Requests that differ, one each so many milliseconds, each of which takes so long. */
const stream = (
  from: number,
  to: number,
  everyMs: number,
  { tookMs = 1, ...said }: Partial<Attempt> & { readonly tookMs?: number } = {},
): Attempt[] =>
  Array.from({ length: Math.ceil((to - from) / everyMs) }, (_, index) => {
    const at = from + index * everyMs;
    return answered(at, { likeness: `${from} ${index}`, end: at + tookMs, ...said });
  });

it("fails a client that goes on as before, and says at which rates", () => {
  const attempts = [...stream(0, 5000, 100), throttled(4999, 5000), ...stream(5060, 10_000, 100)];
  expect(resultOf(rule, attempts)).toMatchObject({
    verdict: "fail",
    message:
      "create_event: 10/s after a 429 (49 requests in 4.91 s), 10.2/s before. Expected: at most 80 % of the rate before. Fix: pause all requests to the operation until Retry-After ends.",
  });
});

/** Requests of several workers. */
const together = (from: number, to: number): Attempt[] => stream(from, to, 100, { tookMs: 500 });

it("passes a client whose workers all wait when one of them is refused", () => {
  const attempts = [...together(0, 2000), throttled(1999, 2000), answered(4100)];
  expect(verdictOf(rule, attempts)).toBe("pass");
});

it("does not pass a single worker, which waits for its own call alone, and says what would tell", () => {
  const attempts = [...stream(0, 2000, 100), throttled(1999, 2000), answered(4100)];
  expect(resultOf(rule, attempts)).toMatchObject({
    verdict: "undecided",
    leaning: "pass",
    message:
      "create_event: 0/s after a 429 (0 requests in 1.95 s), 10.5/s before. The calls that waited for themselves explain that.",
    wouldDecide: "let more of its calls run at the same time",
  });
});

it("does not pass two workers of which each waits for its own call", () => {
  const worker = (name: string, from: number): Attempt[] => [
    ...stream(from, from + 2000, 200, { tookMs: 190 }),
    throttled(from + 2000, 3000, { likeness: name }),
    answered(from + 5100, { likeness: name }),
  ];
  const attempts = [...worker("one", 0), ...worker("other", 100)].toSorted((a, b) => a.at - b.at);
  expect(verdictOf(rule, attempts)).toBe("undecided");
});

it("is undecided where too few came to tell, and says how many would", () => {
  const attempts = [...stream(0, 500, 100), throttled(499, 2000), answered(700), answered(2600)];
  expect(resultOf(rule, attempts)).toMatchObject({
    verdict: "undecided",
    leaning: "pass",
    wouldDecide: expect.stringMatching(
      /^send about \d+ more requests to the operation before the 429$/,
    ),
  });
});

it.each([
  ["gentle", 65, 97],
  ["service", 78, 82],
  ["strict", 45, 70],
] as const)(
  "%s passes a client that goes on at %i hundredths of its rate, and fails one at %i",
  (preset, good, bad) => {
    const cameThen = (share: number) => {
      const attempts = [
        ...stream(0, 100_000, 100),
        throttled(99_999, 100_000),
        ...stream(100_060, 200_000, 100 / (share / 100)),
      ];
      return verdictOf(rule, [...attempts, answered(500_000, { likeness: "later" })], { preset });
    };
    expect([cameThen(good), cameThen(bad)]).toEqual(["pass", "fail"]);
  },
);

it("lets pass what was on its way when the 429 came", () => {
  const attempts = [
    ...together(0, 2000),
    throttled(1999, 2000),
    ...stream(2001, 2049, 2),
    answered(5000),
  ];
  expect(verdictOf(rule, attempts)).toBe("pass");
});

it("does not count the time before the client's first request", () => {
  const attempts = [...stream(0, 1000, 50), throttled(999, 30_000), ...stream(1060, 31_000, 200)];
  expect(verdictOf(rule, attempts)).toBe("pass");
});

it("takes a 429 in a time that is closed already for no new one", () => {
  const again = Array.from({ length: 20 }, (_, index) =>
    throttled(2200 + index * 200, 2000, { likeness: `again ${index}` }),
  );
  const attempts = [
    ...stream(0, 2000, 50),
    throttled(1999, 2000),
    ...again,
    ...stream(6200, 9000, 200),
  ];
  expect(verdictOf(rule, attempts)).toBe("pass");
});

it("does not pass a client that was about to rest, as it does after every few requests", () => {
  const spells = [0, 3000, 6000, 9000].flatMap((from) => stream(from, from + 1000, 100));
  const attempts = [...spells, throttled(9999, 2000), ...stream(12_000, 13_000, 100)];
  expect(verdictOf(rule, attempts)).toBe("undecided");
});

it.each([
  ["there was no rate to lower", [throttled(0, 1000), answered(2000)]],
  ["nothing came ever after", [...stream(0, 1000, 100), throttled(999, 1000)]],
  [
    "other operations went on",
    [...stream(0, 3000, 100, { operation: "get_events" }), throttled(999, 1000)],
  ],
])("is not exercised where %s", (_, attempts) => {
  expect(verdictOf(rule, attempts)).toBe("not exercised");
});

it("counts what the clock was moved by as waited", () => {
  const later = stream(2010, 2020, 1).map((each) => ({
    ...each,
    atWorld: each.at + 2000,
    endWorld: each.end + 2000,
  }));
  expect(verdictOf(rule, [...stream(0, 2000, 100), throttled(1999, 2000), ...later])).toBe("pass");
});
