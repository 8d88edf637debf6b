import fc from "fast-check";
import { expect, it } from "vitest";
import { inOrder, picked } from "../../src/world/store/in-order.ts";
import { compareScalars, type Scalar } from "../../src/world/store/record.ts";

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
      expect(picked(those, inOrder(those, keyOf, compare))).toEqual(expected);
    }),
  );
});
