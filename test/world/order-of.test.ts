import fc from "fast-check";
import { expect, it } from "vitest";
import { orderOf } from "../../src/world/store/in-order.ts";

function expectOrdered(given: readonly number[]): void {
  const places = given.map((_, place) => place);
  const expected = places.toSorted((a, b) => (given[a] ?? 0) - (given[b] ?? 0) || a - b);
  expect([...orderOf(Float64Array.from(given))]).toEqual(expected);
}

it("the places of numbers come in their order, those of equal ones as they are", () => {
  const numbers = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 30 });
  const ordered = numbers.map((each) => each.toSorted((a, b) => a - b));
  fc.assert(fc.property(fc.oneof(numbers, ordered), expectOrdered));
});

it("so they do where they are many, however far apart they are", () => {
  const among = (min: number, max: number) =>
    fc.array(fc.maxSafeInteger(), { minLength: 2500, maxLength: 2500 }).map((given) =>
      // Of an even spread, and some of them twice.
      given.map((number) => min + (Math.abs(number) % (max - min + 1))),
    );
  const [instant, farthest] = [Date.UTC(2026, 0, 1), 2 ** 51];
  const numbers = fc.oneof(
    among(-5, 5),
    among(0, 3000),
    among(instant, instant + 86_400_000),
    among(-farthest, farthest),
  );
  fc.assert(fc.property(numbers, expectOrdered), { numRuns: 30 });
});
