import fc from "fast-check";
import { expect, it } from "vitest";
import { picked } from "../../src/world/store/in-order.ts";
import { sortedById } from "../../src/world/store/tree.ts";
import { atOnce } from "../../src/world/time/slices.ts";

/** What it has to be: all records in the order of texts, the last of each id. */
const expected = (ids: readonly string[]) =>
  [...new Map(ids.map((id, seq) => [id, { id, seq }])).values()].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );

const sorted = (ids: readonly string[]) => {
  const records = ids.map((id, seq) => ({ id, seq }));
  return picked(records, atOnce(sortedById(records)));
};

it("records come in the order of their ids, of the same id the last", () => {
  const id = fc.oneof(
    fc.string({ unit: fc.constantFrom("a", "b", "\0", "\uffff", "😀"), maxLength: 4 }),
    fc.string({ unit: "binary", maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(id, { maxLength: 40 }), (ids) => {
      expect(sorted(ids)).toEqual(expected(ids));
    }),
  );
});

it("ids that are the beginning of others come before them", () => {
  expect(sorted(["b", "", "ab", "a", "a\0", "aa"]).map(({ id }) => id)).toEqual([
    "",
    "a",
    "a\0",
    "aa",
    "ab",
    "b",
  ]);
});
