import { expect, it } from "vitest";
import { nearest } from "../../src/world/name-match.ts";

it.each([
  ["the known word that is most like it", "emial", ["name", "email", "mail"], "email"],
  ["the first of two that are as like it", "cat", ["bat", "hat"], "bat"],
  ["itself", "email", ["emails", "email"], "email"],
  ["none where too much differs", "email", ["telephone", "x"], undefined],
  ["none of nothing", "email", [], undefined],
  ["none for what is too long to compare", "e".repeat(101), ["e".repeat(100)], undefined],
] as const)("suggests %s", (_, word, known, found) => {
  expect(nearest(word, known)).toBe(found);
});

it("lets as many letters differ as it is told", () => {
  expect(nearest("abcdef", ["abcxyz"], 3)).toBe("abcxyz");
  expect(nearest("abcdef", ["abcxyz"], 2)).toBeUndefined();
});
