import { describe, expect, it } from "vitest";
import type { Attempt } from "../../src/report/calls/attempt.ts";
import { callsOf } from "../../src/report/calls/calls.ts";
import { referenceOf } from "../../src/report/reference.ts";
import { attempt as named } from "../support/report.ts";

const asked = (at: number, said: Partial<Attempt> = {}) => named({ name: undefined, at, ...said });
const refused = (at: number, said: Partial<Attempt> = {}) =>
  asked(at, { status: 503, outcome: "refused", ...said });

/** The calls of a run, where its client asks this without faults. */
const told = (
  attempts: readonly Attempt[],
  quiet: readonly Attempt[],
  other: readonly Attempt[] = quiet,
) => {
  const { calls, doubts } = callsOf(attempts, referenceOf(quiet, other));
  return {
    calls: calls.map(({ knownBy, attempts: own }) => [knownBy, own.map(({ at }) => at)]),
    ways: doubts.map(({ ways }) => ways.map((way) => way.map((call) => call.attempts.length))),
  };
};

describe("what comes beyond what is usual", () => {
  it("is a retry", () => {
    expect(told([refused(0), refused(500), asked(1500)], [asked(0)])).toEqual({
      calls: [["difference", [0, 500, 1500]]],
      ways: [],
    });
  });

  it("is none where as many come as are usual", () => {
    expect(told([refused(0), asked(1500)], [asked(0), asked(1500)])).toEqual({
      calls: [
        ["difference", [0]],
        ["difference", [1500]],
      ],
      ways: [],
    });
  });

  it("is in doubt where it may be the retry of more than one call", () => {
    const { calls, ways } = told(
      [refused(0, { end: 20 }), refused(10), asked(1500)],
      [asked(0), asked(10)],
    );
    expect(calls.map(([knownBy]) => knownBy)).toEqual(["difference", "difference"]);
    expect(ways).toEqual([
      [
        [2, 1],
        [1, 2],
      ],
    ]);
  });

  it("is counted by sort where each attempt has a body of its own", () => {
    const attempts = [refused(0, { likeness: "x" }), asked(900, { likeness: "y" })];
    expect(told(attempts, [asked(0, { likeness: "p" })], [asked(0, { likeness: "q" })])).toEqual({
      calls: [["difference", [0, 900]]],
      ways: [],
    });
  });

  it("is one call, where each attempt has a unique_id of its own", () => {
    const of = (value: string) => ({ name: { by: "unique_id", value } as const, likeness: value });
    const attempts = [refused(0, of("x")), asked(900, of("y"))];
    expect(told(attempts, [asked(0, of("p"))], [asked(0, of("q"))]).calls).toEqual([
      ["difference", [0, 900]],
    ]);
  });

  it("leaves calls to their names, where there are as many as usual", () => {
    const of = (value: string) => ({ name: { by: "unique_id", value } as const, likeness: value });
    const attempts = [refused(0, of("x")), asked(900, of("x"))];
    expect(told(attempts, [asked(0, of("p"))], [asked(0, of("q"))]).calls).toEqual([
      ["name", [0, 900]],
    ]);
  });
});

describe("likeness alone suggests it", () => {
  it.each<[string, readonly Attempt[], readonly Attempt[]]>([
    ["the two runs without faults differ", [asked(0)], [asked(0), asked(10)]],
    [
      "something failed that was asked again without faults",
      [refused(0), asked(9)],
      [refused(0), asked(9)],
    ],
    ["nothing of the kind is asked without faults", [], []],
  ])("where %s", (_, one, other) => {
    expect(told([refused(0), asked(900)], one, other).calls).toEqual([["likeness", [0, 900]]]);
  });
});

describe("many in flight at once", () => {
  const many = (at: number, of: typeof asked, said: Partial<Attempt> = {}) =>
    Array.from({ length: 20 }, (_, index) => of(at + index, { end: at + index + 30, ...said }));

  it("are told apart in rounds, where all fail and come back after the last of them was over", () => {
    const { calls, ways } = told([...many(0, refused), ...many(2000, asked)], many(0, asked));
    expect(ways).toEqual([[]]);
    expect(calls).toEqual(
      Array.from({ length: 20 }, (_, index) => ["difference", [index, 2000 + index]]),
    );
  });

  it.each([
    ["one had a good answer", [...many(0, refused).slice(1), asked(19), ...many(2000, asked)]],
    ["some come back before the last of them is over", [...many(0, refused), ...many(40, asked)]],
  ])("are so many calls, and nobody knows which is whose, where %s", (_, attempts) => {
    expect(told(attempts, many(0, asked)).ways).toEqual([[]]);
  });
});
