import { depthMax } from "../jsonapi/json.ts";
import type { Path } from "../world/read-shape.ts";

/** The first place at which a value is more than JSON can say, or nests too deep. */
export function plainProblem(
  value: unknown,
  path: Path = [],
): { path: Path; what: string } | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return undefined;
    case "number":
      return Number.isFinite(value) ? undefined : { path, what: "expected a finite number" };
    case "object": {
      if (value === null) return undefined;
      if (path.length >= depthMax) return { path, what: `nests deeper than ${depthMax} levels` };
      if (Array.isArray(value)) {
        for (const [index, item] of value.entries()) {
          const problem = plainProblem(item, [...path, index]);
          if (problem !== undefined) return problem;
        }
        return undefined;
      }
      if (Object.getPrototypeOf(value) !== Object.prototype) break;
      for (const [name, item] of Object.entries(value)) {
        const problem = plainProblem(item, [...path, name]);
        if (problem !== undefined) return problem;
      }
      return undefined;
    }
  }
  return { path, what: "expected text, a number, true, false, null, a list or a mapping" };
}
