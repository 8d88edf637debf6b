import fc from "fast-check";
import type { Shape } from "../../src/contract/shape.ts";

/** Values that a shape lets through. */
export function fitting(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case "any":
    case "open":
      return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    case "string":
      if (shape.format === "email") return fc.nat().map((n) => `p${n}@example.com`);
      if (shape.format === "phone_number")
        return fc
          .integer({ min: 0, max: 9999 })
          .map((n) => `+1212555${String(n).padStart(4, "0")}`);
      if (shape.format === "datetime")
        return fc.constantFrom("2026-01-01T00:00:00Z", "2020-02-29", "2026-01-01T00:00:00+0200");
      return fc.string({ minLength: Math.max(1, shape.minLength ?? 0), maxLength: 20 });
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "integer":
      return fc.integer({ min: shape.min ?? -1000, max: shape.max ?? 1000 });
    case "record":
      return fc.dictionary(fc.string(), fitting(shape.of));
    case "boolean":
      return fc.boolean();
    case "literal":
      return fc.constantFrom(...shape.values);
    case "oneOf":
      return fc.oneof(...shape.shapes.map(fitting));
    case "nullable":
      return fc.oneof(fc.constant(null), fitting(shape.shape));
    case "list":
      return fc.array(fitting(shape.of), {
        minLength: shape.min,
        maxLength: Math.min(3, shape.max),
      });
    case "object": {
      const members = [...shape.members].map(
        ([name, member]) => [name, fitting(member.shape)] as const,
      );
      const requiredKeys = [...shape.members]
        .filter(([, { required }]) => required)
        .map(([name]) => name);
      return fc.record(Object.fromEntries(members), { requiredKeys });
    }
  }
}
