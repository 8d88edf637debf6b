import { describe, expect, it } from "vitest";
import type { Attempt } from "../../../src/report/calls/attempt.ts";
import { emulate } from "../../support/emulate.ts";
import {
  answered,
  lost,
  refused,
  resultOf,
  throttled,
  verdictOf,
  reference,
} from "../../support/report.ts";

const rule = "retry-after";
/** Two calls that followed what they were told, however long it was. */
const following = [5000, 2000].flatMap((promise, index) => {
  const own = { likeness: `before ${index}` };
  const at = -100_000 + index * 50_000;
  return [throttled(at, promise, own), answered(at + promise + 3, own)];
});

const said = { about: "create_event for p1@example.com" };

it("fails who came too early, in a sentence that a person understands", () => {
  const [one, two] = [throttled(0, 2000, said), answered(601, said)];
  expect(resultOf(rule, [one, two])).toMatchObject({
    verdict: "fail",
    message:
      "create_event for p1@example.com: attempt 2 came 1.4 s early, 0.6 s after a 429 with Retry-After 2 s. Expected: at most 20 ms early. Fix: wait the full Retry-After, counted from the end of the response.",
    evidence: [{ result: "failed", exchanges: [one.exchange, two.exchange] }],
  });
});

it.each([
  ["gentle", 50],
  ["service", 20],
  ["strict", 10],
] as const)("lets %s come %i ms too early, and no more", (preset, earlyMs) => {
  const cameAt = (at: number) =>
    verdictOf(rule, [...following, throttled(0, 2000), answered(at)], { preset });
  expect([cameAt(2001 - earlyMs), cameAt(2000 - earlyMs)]).toEqual(["pass", "fail"]);
});

it.each([
  ["gentle", 80_000],
  ["service", 38_000],
  ["strict", 14_000],
] as const)("lets %s come so late after 2 s, and no later: %i ms", (preset, latestMs) => {
  const name = { by: "idempotency key", value: "one" } as const;
  const cameAt = (at: number) =>
    verdictOf(rule, [...following, throttled(0, 2000, { name }), answered(at, { name })], {
      preset,
    });
  expect([cameAt(latestMs + 1), cameAt(latestMs + 2)]).toEqual(["pass", "fail"]);
});

it.each([
  ["who never came back", [throttled(0, 2000)]],
  ["an answer that said nothing", [refused(0), answered(10)]],
  ["a promise that nobody has to wait for", [throttled(0, 99), answered(500)]],
  [
    "a promise of nothing, kept or not",
    [throttled(0, 0), answered(1), throttled(9, 0), answered(90_000)],
  ],
])("is not exercised by %s", (_, attempts) => {
  expect(verdictOf(rule, attempts)).toBe("not exercised");
});

describe("on a clock that is not the client's", () => {
  it("counts what it was moved by as waited", () => {
    const later = answered(5, { atWorld: 2001, endWorld: 2001 });
    const one = throttled(0, 2000, { endWorld: 0 });
    expect(verdictOf(rule, [...following, one, later])).toBe("pass");
    expect(verdictOf(rule, [one, answered(5, { atWorld: 1500 })])).toBe("fail");
  });

  it("does not count what it was moved by while the answer was held back", () => {
    const held = throttled(0, 2000, { endWorld: 5000 });
    expect(verdictOf(rule, [held, answered(5, { atWorld: 5000 })])).toBe("fail");
  });

  it("counts the client's seconds while the world's run ten times as fast", () => {
    const pace = 10;
    const before = following.map((each) => ({
      ...each,
      pace,
      atWorld: each.at * pace,
      endWorld: each.end * pace,
    }));
    const one = throttled(0, 2000, { pace, endWorld: 10 });
    expect(verdictOf(rule, [one, answered(601, { pace, atWorld: 6010 })])).toBe("fail");
    expect(verdictOf(rule, [...before, one, answered(2001, { pace, atWorld: 20_010 })])).toBe(
      "pass",
    );
  });

  it("is not confused by one that was set back", () => {
    const one = throttled(0, 2000, { atWorld: 1_000_000, endWorld: 1_000_001 });
    expect(verdictOf(rule, [...following, one, answered(2001, { atWorld: 5 })])).toBe("pass");
  });
});

it("does not fail for less than the emulator itself was late by", () => {
  const attempts = [throttled(0, 2000), answered(1901)];
  expect(resultOf(rule, attempts, { lagMs: 120 })).toMatchObject({
    verdict: "undecided",
    leaning: "fail",
    message:
      "create_event: attempt 2 came 0.1 s early, but the emulator itself was up to 0.12 s late.",
  });
  expect(verdictOf(rule, attempts, { lagMs: 50 })).toBe("fail");
});

it("sees who came too early although a hedge was on its way", () => {
  const name = { by: "unique_id", value: "one" } as const;
  const attempts = [
    throttled(0, 5000, { name, end: 900 }),
    lost(500, { name, end: 1500 }),
    answered(2000, { name }),
  ];
  expect(verdictOf(rule, attempts)).toBe("fail");
});

describe("of requests that are alike", () => {
  const alike = reference({ alike: () => 30, ofSort: () => 30, names: () => 0 });
  const crowd = (cameAt: (index: number) => number) =>
    Array.from({ length: 30 }, (_, index) => [
      throttled(index, 1000 * (1 + (index % 3)), { name: undefined, end: index + 60 }),
      answered(cameAt(index), { name: undefined }),
    ])
      .flat()
      .toSorted((a, b) => a.at - b.at);

  it("is undecided if none of them came before a promise ended", () => {
    const attempts = crowd((index) => 3100 + index);
    expect(resultOf(rule, attempts, { reference: alike })).toMatchObject({
      verdict: "undecided",
      leaning: "pass",
    });
  });

  it("leans to a failure if one may have come too early", () => {
    const attempts = crowd((index) => (index === 0 ? 1100 : 3100 + index));
    expect(resultOf(rule, attempts, { reference: alike })).toMatchObject({
      verdict: "undecided",
      leaning: "fail",
    });
  });

  it("fails if one came before any promise had ended", () => {
    const attempts = crowd((index) => (index === 0 ? 500 : 3100 + index));
    expect(verdictOf(rule, attempts, { reference: alike })).toBe("fail");
  });
});

describe("asks whether a client that reads no Retry-After would have waited otherwise", () => {
  /** Calls, a minute apart, that were told to wait so long, and waited so long. */
  const calls = (
    waits: readonly (readonly [promiseMs: number | undefined, waitMs: number])[],
    own: Partial<Attempt> = {},
  ) =>
    waits.flatMap(([promiseMs, waitMs], index) => {
      const call = { likeness: `call ${index}`, ...own };
      const at = index * 60_000;
      const one =
        promiseMs === undefined
          ? refused(at, { ...call, status: 429 })
          : throttled(at, promiseMs, call);
      return [one, answered(at + 1 + waitMs, call)];
    });

  it.each([
    ["one promise", [[1000, 1002]]],
    ["the same promise again and again", Array.from({ length: 50 }, () => [1000, 1002])],
    [
      "a shorter promise before a longer one, as waits that grow have it",
      [
        [2000, 2002],
        [5000, 5002],
      ],
    ],
  ] as const)("and is undecided by %s", (_, waits) => {
    expect(resultOf(rule, calls(waits as [number, number][]))).toMatchObject({
      verdict: "undecided",
      leaning: "pass",
      wouldDecide: "promise two lengths, the longer one first: --scenario burst-throttle",
    });
  });

  it.each([
    [
      "two that it followed closely, the longer one first",
      [
        [5000, 5002],
        [2000, 2030],
      ],
    ],
    [
      "waits that were shorter where nothing was promised",
      [
        [2000, 2002],
        [2000, 2002],
        [undefined, 500],
      ],
    ],
    [
      "lengths in turn that it followed with jitter",
      Array.from({ length: 24 }, (__, index) => [
        index % 2 === 0 ? 5000 : 2000,
        (index % 2 === 0 ? 5000 : 2000) + ((index * 377) % 1000),
      ]),
    ],
  ] as const)("and passes by %s", (_, waits) => {
    expect(verdictOf(rule, calls(waits as [number, number][]))).toBe("pass");
  });

  it("and is undecided by a wait that is long enough for both: a longer promise would decide", () => {
    const attempts = calls([
      [5000, 5002],
      [2000, 5002],
    ]);
    expect(resultOf(rule, attempts)).toMatchObject({
      verdict: "undecided",
      wouldDecide: "promise more than 5 s",
    });
  });

  it("does not hold another status's waits against it: some wait 5 s after a 429 and half a second after a 503", () => {
    const own = { likeness: "other", status: 503 };
    const other = [refused(600_000, own), answered(600_501, own)];
    const attempts = calls([
      [5000, 5002],
      [5000, 5002],
    ]);
    expect(verdictOf(rule, [...attempts, ...other])).toBe("undecided");
  });

  it("asks it of dates and of seconds, each on its own", () => {
    const both = calls([
      [5000, 5002],
      [2000, 2002],
    ]);
    const date = calls([[1500, 1502]], { likeness: "date", promisedBy: "date" }).map((each) => ({
      ...each,
      at: each.at + 600_000,
      end: each.end + 600_000,
      atWorld: each.at + 600_000,
      endWorld: each.end + 600_000,
    }));
    expect(verdictOf(rule, both)).toBe("pass");
    expect(resultOf(rule, [...both, ...date])).toMatchObject({
      verdict: "undecided",
      message: expect.stringContaining(
        "Retry-After 1.5 s (a date). A client that does not read it may wait as long.",
      ),
    });
  });

  it("says how many more calls would decide of a client that adds jitter", () => {
    const attempts = calls([
      [5000, 5700],
      [2000, 2400],
      [5000, 5100],
      [2000, 2800],
    ]);
    expect(resultOf(rule, attempts)).toMatchObject({
      verdict: "undecided",
      wouldDecide: "let 1 more call wait for a Retry-After, the lengths in turn",
    });
  });

  it.each([
    ["where it waits for seconds", [calls([[2000, 2002]], { likeness: "seconds" })]],
    ["where nothing else was said", []],
  ])(
    "says of a client that retries at once after a date, %s, that it does not read dates",
    (_, more) => {
      const [from, to] = calls([[7000, 2]], { promisedBy: "date" });
      expect(resultOf(rule, [from, to, ...more.flat()] as Attempt[])).toMatchObject({
        verdict: "fail",
        message: expect.stringMatching(
          /with Retry-After 7 s \(a date\)\. It does not understand a Retry-After that is an HTTP-date\./,
        ),
      });
    },
  );

  it("does not say of a client that waits after a 429 that it never reads Retry-After", () => {
    const waits = calls([[2000, 2002]], { likeness: "429" });
    const atOnce = calls([[5000, 2]], { status: 503 });
    expect(resultOf(rule, [...atOnce, ...waits])).toMatchObject({
      verdict: "fail",
      message: expect.not.stringContaining("never reads"),
    });
  });

  it.each([
    [
      "It never reads Retry-After: its waits are 2 s whatever was said.",
      [
        [2000, 2002],
        [5000, 2004],
      ],
    ],
    [
      "It never reads Retry-After: it retries at once whatever was said.",
      [
        [2000, 2],
        [5000, 3],
      ],
    ],
    [
      "It never waits longer than 3 s.",
      [
        [2000, 2002],
        [5000, 3001],
      ],
    ],
  ] as const)("and says what it does: %s", (sentence, waits) => {
    expect(resultOf(rule, calls(waits as unknown as [number, number][]))).toMatchObject({
      verdict: "fail",
      message: expect.stringContaining(sentence),
    });
  });

  it("says of a client that keeps seconds alone that it does not understand dates", () => {
    const dated = {
      status: 429,
      retryAfterMs: 4000,
      promisedBy: "date",
      likeness: "date",
    } as const;
    const attempts = [...following, refused(0, dated), answered(1000, { likeness: "date" })];
    expect(resultOf(rule, attempts)).toMatchObject({
      verdict: "fail",
      message: expect.stringContaining(
        "It does not understand a Retry-After that is an HTTP-date.",
      ),
    });
  });
});

describe("ten workers that read the same, each while the first is already refused", () => {
  const alike = reference({ alike: () => 10, ofSort: () => 10, names: () => 0 });
  const worker = { name: undefined, likeness: "the same" };
  const firsts = Array.from({ length: 10 }, (_, n) => throttled(n * 20, 2000, worker));
  const back = (at: number) =>
    Array.from({ length: 10 }, (_, n) =>
      answered(at + n * 20, { ...worker, end: at + n * 20 + 5 }),
    );
  const judged = (attempts: readonly Attempt[]) => resultOf(rule, attempts, { reference: alike });

  it("are not failed if each waits as it was told", () => {
    const found = judged([...firsts, ...back(2200)]);
    expect(found).toMatchObject({ verdict: "undecided", leaning: "pass" });
  });

  it("fail if more come back before a promise ends than there are workers", () => {
    expect(judged([...firsts, ...back(1000)])).toMatchObject({
      verdict: "fail",
      message: expect.stringContaining("of 20 requests that look alike, one came"),
    });
  });

  it("are not failed if what came back early had failed without a promise", () => {
    const others = firsts.map((each, n) => (n === 0 ? { ...each, retryAfterMs: undefined } : each));
    const found = judged([...others, ...back(1000)]);
    expect(found).toMatchObject({ verdict: "undecided", leaning: "fail" });
  });
});

describe("a Retry-After that cannot be read", () => {
  const unreadable = (at: number) => ({
    ...refused(at, { status: 429 }),
    promisedBy: "unreadable" as const,
  });

  it("fails who comes back at once each time: nothing that was computed from it made the client wait", () => {
    expect(resultOf(rule, [0, 2, 5].map(unreadable))).toMatchObject({
      verdict: "fail",
      message:
        "create_event: 2 retries came at once after a 429 with a Retry-After that cannot be read. Expected: the usual wait. Fix: wait as without a Retry-After where it is no number from 0 on, and no HTTP-date.",
    });
  });

  it("says nothing of who waits as usual, nor of one retry at once", () => {
    expect(verdictOf(rule, [0, 500, 1500, 3500].map(unreadable))).toBe("not exercised");
    expect(verdictOf(rule, [0, 2, 1500, 3500].map(unreadable))).toBe("not exercised");
  });

  it.each([
    ["a negative number", -5],
    ["a text", "garbage"],
  ] as const)("is told from one that can, in a run: %s", async (_, retryAfter) => {
    const { emulator, get } = await emulate();
    emulator.faults.add({ operation: "get_lists", status: 429, retryAfter, times: 4 });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await get("/api/lists", { headers: { "x-emulator-test-id": "one" } });
    }
    const { rules } = await emulator.report();
    const found = rules.find((each) => each.rule === rule);
    expect(found).toMatchObject({ verdict: "fail" });
  });
});
