import { describe, expect, it } from "vitest";
import { Limits } from "../../src/world/limits/limits.ts";

const second = 1_800_000_000_000;
const wanted = (burst: number, steady: number, name = "op") => ({
  name,
  windows: { burst, steady },
});

/** How many of `count` requests at one instant pass. */
function passes(limits: Limits, count: number, now: number, want = wanted(3, 5)): number {
  let passed = 0;
  for (let index = 0; index < count; index += 1) if (!limits.take([want], now)) passed += 1;
  return passed;
}

describe("a window", () => {
  it.each([
    [2, 2],
    [3, 3],
    [4, 3],
  ])("of three lets %i requests pass as %i", (sent, passed) => {
    expect(passes(new Limits("real"), sent, second)).toBe(passed);
  });

  it("is full until its last millisecond and open with the next second", () => {
    const limits = new Limits("real");
    passes(limits, 3, second);
    expect(limits.take([wanted(3, 9)], second + 999)).toBeDefined();
    const other = new Limits("real");
    passes(other, 3, second);
    expect(other.take([wanted(3, 9)], second + 1000)).toBeUndefined();
  });

  it("takes nothing for what it refuses", () => {
    const limits = new Limits("real");
    passes(limits, 50, second);
    expect(limits.standing(wanted(3, 5), second).remaining).toBe(2);
  });

  it("is aligned to the clock, so that all of them reset together", () => {
    const limits = new Limits("real");
    expect(limits.standing(wanted(3, 5), second + 15_300).resetSeconds).toBe(45);
  });
});

describe("Retry-After", () => {
  it("is the time to the window's end in whole seconds, at least one", () => {
    const limits = new Limits("real");
    passes(limits, 3, second + 200);
    expect(limits.take([wanted(3, 5)], second + 200)?.retryAfterSeconds).toBe(1);
    const steady = new Limits("real");
    for (const at of [0, 1000]) passes(steady, 3, second + at);
    expect(steady.take([wanted(3, 5)], second + 2000)).toMatchObject({
      window: "steady",
      retryAfterSeconds: 58,
    });
  });

  it("is kept: refused until the promised instant, let through at it", () => {
    const limits = new Limits("real");
    passes(limits, 3, second + 800);
    const refused = limits.take([wanted(3, 9)], second + 800);
    expect(refused?.retryAfterSeconds).toBe(1);
    expect(limits.take([wanted(3, 9)], second + 1799)).toBeDefined();
    expect(limits.take([wanted(3, 9)], second + 1800)).toBeUndefined();
  });

  it("is not put off by those who come too early", () => {
    const limits = new Limits("real");
    passes(limits, 4, second + 800);
    for (let at = 810; at < 1800; at += 10)
      expect(limits.take([wanted(3, 9)], second + at)).toBeDefined();
    expect(limits.take([wanted(3, 9)], second + 1800)).toBeUndefined();
  });
});

describe("several limits", () => {
  it("are all checked, and none is taken from if one refuses", () => {
    const limits = new Limits("real");
    const endpoint = wanted(10, 100, "endpoint");
    const parameter = wanted(1, 15, "include=lists");
    expect(limits.take([endpoint, parameter], second)).toBeUndefined();
    expect(limits.take([endpoint, parameter], second)?.name).toBe("include=lists");
    expect(limits.standing(endpoint, second).remaining).toBe(99);
  });

  it("have a day window where the row has one", () => {
    const limits = new Limits("real");
    const want = { name: "op", windows: { burst: 10, steady: 100, day: 2 } };
    expect(passes(limits, 3, second, want)).toBe(2);
    expect(limits.take([want], second + 60_000)?.window).toBe("day");
    expect(limits.describe(want)).toBe("100, 10;w=1, 100;w=60, 2;w=86400");
  });
});

describe("another limit", () => {
  const set = (limits: Limits, burst: number, now: number) =>
    limits.override(new Map([["op", { burst, steady: 100 }]]), now);

  it("that is larger opens a window that is shut", () => {
    const limits = new Limits("real");
    expect(passes(limits, 4, second)).toBe(3);
    set(limits, 5, second);
    expect(passes(limits, 4, second)).toBe(2);
  });

  it("that is smaller leaves it shut for as long as was promised", () => {
    const limits = new Limits("real");
    expect(passes(limits, 4, second + 200)).toBe(3);
    set(limits, 2, second + 1100);
    expect(passes(limits, 1, second + 1199)).toBe(0);
    expect(passes(limits, 3, second + 1200)).toBe(2);
  });
});

describe("the mode", () => {
  it("off refuses nothing and still counts", () => {
    const limits = new Limits("off");
    expect(passes(limits, 1000, second)).toBe(1000);
    expect(limits.standing(wanted(3, 5), second).remaining).toBe(0);
  });

  it("scaled multiplies every limit", () => {
    expect(passes(new Limits(10), 100, second)).toBe(30);
  });
});
