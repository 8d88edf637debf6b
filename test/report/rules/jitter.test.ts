import { expect, it } from "vitest";
import { resultOf, refused, throttled, verdictOf } from "../../support/report.ts";
import { Dice } from "../../../src/world/dice.ts";

/** Calls that each were tried again once, after such a wait. */
const waited = (waits: readonly number[], said = {}) =>
  waits.flatMap((wait, call) => {
    const at = call * 100_000;
    const own = { likeness: `call ${call}`, ...said };
    return [refused(at, own), refused(at + 1 + wait, own)];
  });

const many = (count: number, wait: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => wait(index));

it("passes waits that are spread", () => {
  expect(verdictOf("jitter", waited(many(10, (index) => 500 + index * 100)))).toBe("pass");
});

it("fails waits that are alike, and says how much", () => {
  expect(resultOf("jitter", waited(many(10, () => 1000)))).toMatchObject({
    verdict: "fail",
    message:
      "Half of 10 waits of about 1 s lie within 0 ms. Expected: a spread of at least 50 ms. Fix: wait a random time between 0 and the backoff.",
  });
});

it("needs as many waits as the threshold says", () => {
  const nine = waited(many(9, (index) => 500 + index * 100));
  expect(resultOf("jitter", nine)).toMatchObject({
    verdict: "undecided",
    wouldDecide: "let 1 more call to one operation fail",
  });
  expect(verdictOf("jitter", nine, { thresholds: { samplesMin: 9 } })).toBe("pass");
});

it("asks for as wide a spread as the threshold says", () => {
  const attempts = waited(many(10, (index) => 950 + index * 17));
  expect(verdictOf("jitter", attempts, { preset: "service" })).toBe("pass");
  expect(verdictOf("jitter", attempts, { preset: "strict" })).not.toBe("pass");
});

it("does not take two fixed waits for jitter", () => {
  const waits = many(40, (index) => (index % 2 === 0 ? 1000 : 2000));
  expect(resultOf("jitter", waited(waits))).toMatchObject({
    verdict: "undecided",
    leaning: "fail",
  });
});

/** A crowd of calls that begin together, each tried again twice after such waits. */
const crowd = (count: number, wait: (index: number, step: number) => number) =>
  many(count, (index) => index).flatMap((index) => {
    const own = { likeness: `call ${index}` };
    const ends = [wait(index, 1), wait(index, 1) + wait(index, 2)] as const;
    return [refused(0, own), ...ends.map((end, at) => refused(end + at + 1, own))];
  });

it("does not take a stall for jitter, in which the fixed waits of a crowd end together, late", () => {
  const stalled = (index: number, step: number) =>
    step === 1 && index % 2 === 0 ? 640 + index * 2 : 600;
  expect(verdictOf("jitter", crowd(30, stalled))).not.toBe("pass");
});

it("passes a crowd whose waits are random", () => {
  const dice = Dice.from(1, "crowd");
  const drawn = many(60, () => 400 + dice.fraction() * 400);
  const wait = (index: number, step: number) => drawn[index * 2 + step - 1] ?? 0;
  expect(verdictOf("jitter", crowd(30, wait))).toBe("pass");
});

it("does not take a few fixed waits for jitter", () => {
  expect(resultOf("jitter", waited(many(40, (index) => 1000 * (1 + (index % 4)))))).toMatchObject({
    verdict: "undecided",
    leaning: "fail",
  });
});

it("does not take a few fixed waits for jitter, of which one was late", () => {
  const waits = many(13, (index) => 1000 * 2 ** (index % 3) + (index === 8 ? 19 : index % 4));
  expect(verdictOf("jitter", waited(waits))).not.toBe("pass");
});

it("leaves out waits that ended with RateLimit-Reset, and says so", () => {
  const budget = { limit: 100, remaining: 0, resetMs: 1000 };
  expect(
    resultOf(
      "jitter",
      waited(
        many(10, () => 1010),
        { budget },
      ),
    ),
  ).toMatchObject({
    verdict: "not exercised",
    message: "10 waits ended with RateLimit-Reset: nothing is known of the client's own.",
  });
});

it("does not take what the emulator's own lag spreads for jitter", () => {
  const attempts = waited(many(10, (index) => 1000 + index * 30));
  expect(verdictOf("jitter", attempts)).toBe("pass");
  expect(verdictOf("jitter", attempts, { lagMs: 300 })).not.toBe("pass");
});

it("does not take waits for jitter of which a late machine may have made every turn", () => {
  const attempts = waited(many(36, (index) => 300 + ((index * 67) % 300)));
  expect(verdictOf("jitter", attempts, { lagMs: 10 })).toBe("pass");
  expect(resultOf("jitter", attempts, { lagMs: 48 })).toMatchObject({
    verdict: "undecided",
    wouldDecide: "wait at least 0.48 s before a retry",
  });
});

it("decides by the calm ones of several runs, whatever the machine did in the others", () => {
  const attempts = waited(many(36, (index) => 300 + ((index * 67) % 300)));
  const busy = (runs: number) => ({
    lagMs: 48,
    lagOf: ({ at }: { at: number }) => (at < runs * 100_000 ? 48 : 2),
  });
  expect(verdictOf("jitter", attempts, busy(12))).toBe("pass");
  expect(verdictOf("jitter", attempts, busy(36))).toBe("undecided");
});

it("does not take other waits after other failures for jitter", () => {
  const attempts = many(3, (kind) => kind).flatMap((kind) =>
    waited(
      many(10, () => 1000 * (kind + 1)),
      { status: 500 + kind * 2 },
    ),
  );
  const apart = attempts.map((each, index) => ({ ...each, likeness: `${Math.floor(index / 2)}` }));
  expect(verdictOf("jitter", apart, { thresholds: { retriable: [500, 502, 504] } })).toBe("fail");
});

it("does not take steps after a Retry-After for the first ones", () => {
  const dice = Dice.from(1, "jitter");
  const attempts = many(30, (call) => call).flatMap((call) => {
    const at = call * 100_000;
    const own = { likeness: `call ${call}` };
    const wait = 1000 + dice.fraction() * 1000;
    return [throttled(at, 1000, own), refused(at + 1500, own), refused(at + 1501 + wait, own)];
  });
  expect(verdictOf("jitter", attempts)).toBe("not exercised");
});

it("is not exercised where nobody waited", () => {
  expect(verdictOf("jitter", [])).toBe("not exercised");
});

it("does not fail waits that an emulator may have bunched, since it was late", () => {
  const alike = waited(many(10, () => 1000));
  expect(verdictOf("jitter", alike, { lagMs: 100 })).toBe("fail");
  expect(verdictOf("jitter", alike, { lagMs: 900 })).toBe("undecided");
});
