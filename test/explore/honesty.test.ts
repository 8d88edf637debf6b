import { describe, expect, it } from "vitest";
import type { Odd } from "../../src/explore/result-shape.ts";
import type { Case } from "../../src/explore/oracles/oracle.ts";
import { honesty } from "../../src/explore/oracles/good-end.ts";

const odd = (expected: number, found: number): Odd => ({
  collection: "list",
  what: "added",
  name: "VIP",
  expected,
  found,
  members: {},
  where: {},
});

/** A run that says it is done; a good one prints `synced`, and nothing more. */
const run = (difference: readonly Odd[], said: Partial<Case["seen"]> = {}): Case =>
  ({
    schedule: [],
    seen: { exitCode: 0, isKilled: false, output: ["synced"], ...said },
    baseline: { lines: ["synced"] },
    mustSurvive: [],
    difference,
  }) as unknown as Case;

describe("the oracle of honesty", () => {
  it("finds a run that says it is done, and has made fewer than it should", () => {
    expect(honesty(run([odd(1, 0)]))?.text).toContain('prints "synced", but list VIP is missing');
    expect(honesty(run([odd(2, 1)]))).toBeDefined();
  });

  it("finds one that has made as many, and other ones", () => {
    const other = { ...odd(1, 1), members: { name: { expected: "a", found: "b" } } };
    expect(honesty(run([other]))?.text).toContain("list VIP has another name");
  });

  it("does not call it a lie that a run has made more than it should: it has done all that it says", () => {
    expect(honesty(run([odd(1, 2)]))).toBeUndefined();
    expect(honesty(run([odd(0, 1)]))).toBeUndefined();
  });

  it("finds what is missing beside what is too much", () => {
    expect(honesty(run([odd(1, 2), odd(1, 0)]))).toBeDefined();
  });

  it.each<[string, Partial<Case["seen"]>]>([
    ["has failed", { exitCode: 1 }],
    ["was killed", { isKilled: true }],
    ["has not said all that a good run says", { output: ["it may be there"] }],
  ])("holds nothing against a run that %s", (_, said) => {
    expect(honesty(run([odd(1, 0)], said))).toBeUndefined();
  });

  it("holds nothing against one that has made what it should", () => {
    expect(honesty(run([]))).toBeUndefined();
  });
});
