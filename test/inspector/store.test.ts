import { describe, expect, it } from "vitest";
import type { LimitCounter } from "../../src/control/limit-counters.ts";
import { endOf, isShut, usedOf, Windows } from "../../src/inspector/store/windows.ts";

/** A burst window of 3 that is full, and ends at 1,000. */
const counter = (said: Partial<LimitCounter> = {}): LimitCounter => ({
  name: "get_profiles",
  window: "burst",
  limit: 3,
  used: 3,
  opensAt: "",
  opensAtMs: 1000,
  shutUntil: null,
  shutUntilMs: null,
  resetSeconds: 1,
  ...said,
});

describe("a window, as the inspector knows it", () => {
  it("counts until its end, and is empty from then on", () => {
    expect(usedOf(counter(), 999)).toBe(3);
    expect(usedOf(counter(), 1000)).toBe(0);
  });

  it("refuses while it is full, and no longer", () => {
    expect(isShut(counter(), 999)).toBe(true);
    expect(isShut(counter({ used: 2 }), 999)).toBe(false);
    expect(isShut(counter(), 1000)).toBe(false);
  });

  it("refuses until the instant that was promised, also after its end", () => {
    const promised = counter({ used: 0, shutUntilMs: 2500 });
    expect(isShut(promised, 2499)).toBe(true);
    expect(isShut(promised, 2500)).toBe(false);
  });

  it.each([
    ["burst", 1500, 2000],
    ["burst", 2000, 3000],
    ["steady", 61_000, 120_000],
    ["day", 90_000_000, 172_800_000],
  ] as const)(
    "%s ends at its next whole one, where it was heard of in an earlier one",
    (window, now, end) => {
      expect(endOf(counter({ window }), now)).toBe(end);
    },
  );

  it("ends when it was said to, until then", () => {
    expect(endOf(counter(), 400)).toBe(1000);
  });
});

describe("the windows that the inspector knows", () => {
  it("are those that it loaded, with what it has heard since", () => {
    const windows = new Windows();
    const accounts = [{ account: "A", counters: [counter(), counter({ window: "steady" })] }];
    windows.load({ mode: "scaled", factor: 2, accounts } as never);
    windows.hear("A", [counter({ used: 1 })]);
    windows.hear("B", [counter({ app: "app-1" })]);
    expect(windows.mode.value).toBe("scaled");
    expect(
      windows.gauges.value.map(({ account, app, counters }) => [
        account,
        app,
        counters.burst?.used,
        counters.steady?.used,
      ]),
    ).toEqual([
      ["A", undefined, 1, 3],
      ["B", "app-1", 3, undefined],
    ]);
  });

  it("are only those of the last load", () => {
    const windows = new Windows();
    windows.hear("A", [counter()]);
    windows.load({ mode: "real", accounts: [] } as never);
    expect(windows.gauges.value).toEqual([]);
  });
});
