import fc from "fast-check";
import { newestRevision, type Revision } from "../../src/contract/revisions.ts";
import { knownIn, neededIn, type Shape } from "../../src/contract/shape.ts";

/** Values that a shape lets through in a revision. */
export function fitting(shape: Shape, revision: Revision = newestRevision): fc.Arbitrary<unknown> {
  const within = (inner: Shape) => fitting(inner, revision);
  switch (shape.kind) {
    case "file":
      return fc.constant({ name: "a.png", bytes: new Uint8Array() });
    case "any":
    case "open":
      return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    case "string":
      if (shape.format === "email") return fc.nat().map((n) => `p${n}@example.com`);
      if (shape.format === "phone_number")
        return fc
          .integer({ min: 0, max: 9999 })
          .map((n) => `+1212555${String(n).padStart(4, "0")}`);
      if (shape.format === "date") return fc.constantFrom("2026-01-31", "2024-02-29");
      if (shape.format === "time") return fc.constantFrom("00:00:00", "09:30:00", "23:59:59");
      if (shape.format === "datetime")
        return fc.constantFrom("2026-01-01T00:00:00Z", "2020-02-29", "2026-01-01T00:00:00+0200");
      if (shape.pattern !== undefined)
        return fc.stringMatching(new RegExp(shape.pattern), { maxLength: 20 });
      return fc.string({ minLength: Math.max(1, shape.minLength ?? 0), maxLength: 20 });
    case "number":
      return fc.double({
        min: shape.min ?? -Number.MAX_VALUE,
        max: shape.max ?? Number.MAX_VALUE,
        noNaN: true,
      });
    case "integer":
      return fc.integer({ min: shape.min ?? -1000, max: shape.max ?? 1000 });
    case "record":
      return fc.dictionary(fc.string(), within(shape.of));
    case "boolean":
      return fc.boolean();
    case "literal":
      return fc.constantFrom(...shape.values);
    case "oneOf":
      return fc.oneof(...shape.shapes.filter((option) => knownIn(option, revision)).map(within));
    case "nullable":
      // A null that is as good as nothing is not let through, but left out.
      if (shape.absent) return within(shape.shape);
      if (shape.shape.kind === "literal" && shape.shape.values.length === 0)
        return fc.constant(null);
      return fc.oneof(fc.constant(null), within(shape.shape));
    case "list":
      return fc.array(within(shape.of), {
        minLength: shape.min,
        maxLength: Math.min(3, shape.max),
      });
    case "object": {
      const known = [...shape.members].filter(([, member]) => knownIn(member.shape, revision));
      const members = known.map(([name, member]) => [name, within(member.shape)] as const);
      const requiredKeys = known
        .filter(([, member]) => neededIn(member, revision))
        .map(([name]) => name);
      return fc.record(Object.fromEntries(members), { requiredKeys });
    }
  }
}
