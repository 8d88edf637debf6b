import { expect, it } from "vitest";
import type { Attempt } from "../../../src/report/calls/attempt.ts";
import { refused, resultOf, throttled, verdictOf } from "../../support/report.ts";

/** So many calls, each with these waits between its attempts. */
const calls = (
  count: number,
  waits: readonly number[],
  make: (at: number) => Attempt = refused,
): Attempt[] =>
  Array.from({ length: count }, (_, call) => {
    let at = call * 100_000;
    const name = { by: "test id" as const, value: `call ${call}` };
    return [make(at), ...waits.map((wait) => make((at += wait + 1)))].map((each) => ({
      ...each,
      likeness: `call ${call}`,
      name,
    }));
  }).flat();

it("fails two loops of retries: the waits of the inner one start over", () => {
  expect(resultOf("layers", calls(7, [200, 400, 1000, 200, 400]))).toMatchObject({
    verdict: "fail",
    message:
      "Waits start over in 7 calls, such as 0.2 s, 0.4 s, 1 s, 0.2 s, 0.4 s in create_event. Expected: one loop of retries, whose waits do not start over. Fix: turn off the retries of the library below, or those of the code around it.",
  });
});

it("fails them also where the outer loop waits for a shorter time than the inner one", () => {
  expect(verdictOf("layers", calls(7, [1000, 2000, 100, 1000, 2000]))).toBe("fail");
});

it("passes one loop whose waits grow", () => {
  expect(resultOf("layers", calls(12, [200, 400, 800, 1600]))).toMatchObject({
    verdict: "pass",
    message: "Waits go on in 12 calls, such as 0.2 s, 0.4 s, 0.8 s, 1.6 s in create_event.",
  });
});

it("says how many more calls would decide", () => {
  expect(resultOf("layers", calls(2, [200, 1000, 200]))).toMatchObject({
    verdict: "undecided",
    leaning: "fail",
    wouldDecide: expect.stringMatching(/^let about \d+ more calls fail until the client gives up$/),
  });
});

it("does not fail waits that fall, nor a last wait that is cut so that the time is enough", () => {
  expect(verdictOf("layers", calls(40, [1600, 800, 400, 200]))).not.toBe("fail");
  expect(verdictOf("layers", calls(40, [200, 400, 800, 100]))).not.toBe("fail");
});

it.each([
  ["three attempts, which are no two loops", calls(40, [200, 400])],
  ["waits that are equal, by which two loops cannot be told", calls(40, [500, 500, 500, 500])],
  ["waits that Retry-After set", calls(40, [1000, 2000, 1000], (at) => throttled(at, 1000))],
])("is not exercised by %s", (_, attempts) => {
  expect(verdictOf("layers", attempts)).toBe("not exercised");
});
