import fc from "fast-check";
import { expect, it } from "vitest";
import { orderOf } from "../../src/world/order-of.ts";

it("the places of numbers come in their order, those of equal ones as they are", () => {
  const numbers = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 30 });
  const ordered = numbers.map((each) => each.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(fc.oneof(numbers, ordered), (given) => {
      const places = given.map((_, place) => place);
      const expected = places.toSorted((a, b) => (given[a] ?? 0) - (given[b] ?? 0) || a - b);
      expect([...orderOf(Float64Array.from(given))]).toEqual(expected);
    }),
  );
});
