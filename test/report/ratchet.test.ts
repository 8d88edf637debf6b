import { describe, expect, it } from "vitest";
import type { Coverage } from "../../src/report/card-shape.ts";
import { grown, readRatchet, writeRatchet } from "../../src/report/ratchet.ts";

const pair = (operation: string, fault = "status", status: number | null = 503) => ({
  operation,
  fault,
  status,
});

/** A coverage in which these were survived. */
const survived = (...pairs: readonly ReturnType<typeof pair>[]): Pick<Coverage, "pairs"> => ({
  pairs: pairs.map((each) => ({ ...each, met: 2, survived: 1, undecided: 0 })),
});

describe("a ratchet", () => {
  it("is written sorted, with one pair a line", () => {
    const pairs = [
      pair("get_tags"),
      pair("create_event", "status", 429),
      pair("create_event", "reset", null),
    ];
    expect(writeRatchet({ survived: pairs })).toBe(`{
  "survived": [
    {"operation":"create_event","fault":"reset","status":null},
    {"operation":"create_event","fault":"status","status":429},
    {"operation":"get_tags","fault":"status","status":503}
  ]
}
`);
  });

  it("is the same text for the same pairs, in whatever order they came, and read back", () => {
    const pairs = [pair("a"), pair("b"), pair("a")];
    const text = writeRatchet({ survived: pairs });
    expect(writeRatchet({ survived: pairs.toReversed() })).toBe(text);
    expect(writeRatchet(readRatchet(text))).toBe(text);
    expect(readRatchet(writeRatchet({ survived: [] }))).toEqual({ survived: [] });
  });

  it("grows by what was survived for the first time", () => {
    const { lost, gained, next } = grown({ survived: [pair("b")] }, survived(pair("a"), pair("b")));
    expect(lost).toEqual([]);
    expect(gained).toEqual([pair("a")]);
    expect(next).toEqual({ survived: [pair("a"), pair("b")] });
  });

  it("says what was survived before and is not now, and keeps it", () => {
    const failed = { ...survived(), pairs: [{ ...pair("a"), met: 1, survived: 0, undecided: 0 }] };
    const { lost, next } = grown({ survived: [pair("a"), pair("b")] }, failed);
    expect(lost).toEqual([pair("a"), pair("b")]);
    expect(next).toEqual({ survived: [pair("a"), pair("b")] });
  });

  it("takes another status for another pair", () => {
    const { lost } = grown({ survived: [pair("a")] }, survived(pair("a", "status", 500)));
    expect(lost).toEqual([pair("a")]);
  });

  it("leaves out what the limits refused by themselves", () => {
    const { gained } = grown({ survived: [] }, survived(pair("a", "limit", 429)));
    expect(gained).toEqual([]);
  });

  it.each([
    ["", /^invalid JSON: /],
    ["[]", /^expected a mapping/],
    ["{}", /^survived: /],
    ['{"survived": [], "survivd": []}', /^survivd: unknown member; did you mean survived\?$/],
    ['{"survived": [{"operation": "a", "fault": "status"}]}', /^survived\[0\]\.status: /],
    ['{"survived": [{"operation": "a", "fault": "b", "status": 42}]}', /^survived\[0\]\.status: /],
    ['{\n<<<<<<< ours\n  "survived": []\n}', /^line 2: merge conflict. Keep the lines of both/],
  ])("is refused where its text is %j", (text, expected) => {
    expect(() => readRatchet(text)).toThrow(expected);
  });
});
