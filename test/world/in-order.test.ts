import fc from "fast-check";
import { expect, it } from "vitest";
import { inOrder, picked } from "../../src/world/store/in-order.ts";
import { compareScalars, type Scalar } from "../../src/world/store/record.ts";
import { atOnce } from "../../src/world/time/slices.ts";

interface Thing {
  readonly key: Scalar;
  readonly seq: number;
}

const keyOf = ({ key }: Thing) => key;
const compare = (a: Thing, b: Thing) => compareScalars(a.key, b.key) || a.seq - b.seq;

it("things come in the order of their keys, whatever these are, and of two that are alike the last", () => {
  const seq = fc.integer({ min: 0, max: 3 });
  const things = (key: fc.Arbitrary<Scalar>) => {
    const nullable = fc.oneof(fc.constant(null), key);
    return fc.array(fc.record({ key: nullable, seq, made: fc.uuid() }), { maxLength: 40 });
  };
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\0", "\u00fe", "\u0101", "\uffff") });
  const number = fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.integer({ min: 0, max: 3 }));
  const given = fc.oneof(
    things(text),
    things(text.map((end) => `alike ${end}`)),
    things(number),
    things(fc.boolean()),
  );
  fc.assert(
    fc.property(given, (those) => {
      const last = new Map(those.map((thing) => [`${String(thing.key)} ${thing.seq}`, thing]));
      const expected = those.filter((thing) => [...last.values()].includes(thing)).sort(compare);
      expect(picked(those, atOnce(inOrder(those, keyOf, compare)))).toEqual(expected);
    }),
  );
});

it("many of a family of keys come in order beside one of another, with no more comparisons than alone", () => {
  const keyed = (key: string, seq: number): Thing => ({ key, seq });
  const family = Array.from({ length: 5000 }, (_, seq) =>
    keyed(`01JGFJ${String((seq * 7919) % 5000).padStart(6, "0")}`, seq),
  );
  const comparisons = (those: readonly Thing[]) => {
    let count = 0;
    const counted = (a: Thing, b: Thing) => {
      count += 1;
      return compare(a, b);
    };
    const found = picked(those, atOnce(inOrder(those, keyOf, counted)));
    expect(found).toEqual(those.toSorted(compare));
    return count;
  };
  const stranger = keyed("01KXZP000000", 5000);
  expect(comparisons([...family, stranger])).toBeLessThan(comparisons(family) + 2 * family.length);
});
