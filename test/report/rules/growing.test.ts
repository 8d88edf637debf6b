import { expect, it } from "vitest";
import type { Attempt } from "../../../src/report/calls/attempt.ts";
import { refused, resultOf, throttled, verdictOf } from "../../support/report.ts";

/** Attempts with these waits between them. */
function waiting(waits: readonly number[], make: (at: number) => Attempt = refused): Attempt[] {
  let at = 0;
  return [make(0), ...waits.map((wait) => make((at += wait + 1)))];
}

/** Several calls, each with these waits between its attempts. */
const calls = (all: readonly (readonly number[])[]): Attempt[] =>
  all.flatMap((waits, call) =>
    waiting(waits).map((each) => ({
      ...each,
      at: each.at + call * 100_000,
      end: each.end + call * 100_000,
      likeness: `call ${call}`,
      name: { by: "test id" as const, value: `call ${call}` },
    })),
  );

it("passes steps of one ratio", () => {
  expect(resultOf("growing", waiting([100, 200, 400, 800, 1600]))).toMatchObject({
    verdict: "pass",
    message:
      "create_event: each wait was about 2.0 times the previous one: 0.1 s, 0.2 s, 0.4 s, 0.8 s, 1.6 s.",
  });
});

it("fails steps that stay as they are", () => {
  const attempts = calls(Array.from({ length: 6 }, () => [500, 501, 499]));
  expect(resultOf("growing", attempts)).toMatchObject({
    verdict: "fail",
    message:
      "0 of 18 pairs of waits grew in 6 calls, such as 0.5 s, 0.5 s, 0.5 s in create_event. Expected: each wait more than 1.2 times the previous one. Fix: multiply the wait by 2 after each failure, up to a maximum.",
  });
});

it("is undecided of one call whose steps stay as they are: a growing one may come to that", () => {
  expect(resultOf("growing", waiting([500, 501, 499]))).toMatchObject({
    verdict: "undecided",
    leaning: "fail",
  });
});

it("does not fail steps that soon reach their cap", () => {
  expect(verdictOf("growing", waiting([500, 1000, 1000, 1000, 1000, 1000, 1000]))).not.toBe("fail");
});

it.each([
  ["one wait", waiting([100])],
  [
    "waits that Retry-After set",
    waiting([1000, 2000, 4000, 8000, 16_000], (at) => throttled(at, 1000)),
  ],
])("is not exercised by %s", (_, attempts) => {
  expect(verdictOf("growing", attempts)).toBe("not exercised");
});

it.each([
  ["two waits that grew", [100, 200], "let calls fail until they make 3 more retries"],
  ["four clean doublings", [100, 200, 400, 800], "let calls fail until they make 1 more retry"],
])(
  "is undecided of %s, which may be chance, and says how many more would decide",
  (_, waits, way) => {
    expect(resultOf("growing", waiting(waits))).toMatchObject({
      verdict: "undecided",
      leaning: "pass",
      wouldDecide: `${way}, without a Retry-After`,
    });
  },
);

it("leaves out waits that ended with RateLimit-Reset, and says so", () => {
  const budget = { limit: 100, remaining: 0, resetMs: 2000 };
  const attempts = [refused(0, { budget }), refused(2010, { budget }), refused(4020, { budget })];
  expect(resultOf("growing", attempts)).toMatchObject({
    verdict: "not exercised",
    message: expect.stringMatching(/^\d waits? ended with RateLimit-Reset/),
  });
});

it("asks a step to grow by as much as the threshold says", () => {
  const attempts = waiting([1000, 1250, 1563, 1953, 2441]);
  expect(verdictOf("growing", attempts)).toBe("pass");
  expect(verdictOf("growing", attempts, { preset: "strict" })).not.toBe("pass");
});

it("neither passes nor fails what an emulator that is late may have made of it", () => {
  const twelve = (waits: readonly number[]) => calls(Array.from({ length: 12 }, () => waits));
  const grown = twelve([300, 700, 1100]);
  expect(verdictOf("growing", grown)).toBe("pass");
  expect(verdictOf("growing", grown, { lagMs: 600 })).toBe("undecided");
  const level = twelve([490, 510, 495]);
  expect(verdictOf("growing", level)).toBe("fail");
  expect(verdictOf("growing", level, { lagMs: 600 })).toBe("undecided");
});

it("says so where the machine was too busy to measure the waits, and not that there were none", () => {
  const short = calls(Array.from({ length: 12 }, () => [150, 160, 200, 400]));
  const busy = { lagMs: 60, lagOf: () => 60 };
  for (const rule of ["growing", "jitter", "layers"] as const) {
    expect(resultOf(rule, short, busy)).toMatchObject({
      verdict: "undecided",
      message: expect.stringMatching(/^The machine was too busy to measure the waits of 12 calls,/),
      wouldDecide: "run it on a machine that does less at once",
    });
    const atOnce = calls(Array.from({ length: 12 }, () => [8, 40, 20, 30]));
    expect(verdictOf(rule, atOnce, busy)).toBe("not exercised");
  }
});
