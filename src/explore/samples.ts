import type { Shape } from "../contract/shape.ts";
import { isDurationShape } from "../world/time/duration.ts";

/** Numbers that clients read wrong, and two that one wait cannot keep by luck. */
const numbers = [2, 5, 0, -3];

/** Longer than a quick client waits, and short enough to be waited for. */
const span = "5s";

/**
 * Values that a shape lets through: each literal, of everything else a few. None, where only its author could say what
 * makes sense.
 */
export function samplesOf(shape: Shape): readonly unknown[] {
  if (isDurationShape(shape)) return [span];
  switch (shape.kind) {
    case "literal": {
      return shape.values;
    }
    case "boolean": {
      return [true];
    }
    case "integer":
    case "number": {
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = shape;
      return numbers.filter((each) => each >= min && each <= max);
    }
    case "string": {
      return shape.format === undefined && shape.pattern === undefined ? [span] : [];
    }
    case "nullable": {
      return samplesOf(shape.shape);
    }
    case "oneOf": {
      return shape.shapes.flatMap(samplesOf);
    }
    case "list": {
      const { of, min } = shape;
      return samplesOf(of)
        .slice(0, 1)
        .map((each) => Array.from({ length: Math.max(1, min) }, () => each));
    }
    case "object": {
      return objectsOf(shape.members);
    }
    default: {
      return [];
    }
  }
}

type Members = Extract<Shape, { kind: "object" }>["members"];

/** What must be there, and beside it nothing, or one of what may be. */
function objectsOf(members: Members): readonly unknown[] {
  const all = [...members];
  const needed = all.filter(([, { required }]) => required);
  const rest = all.filter(([, { required }]) => !required);
  const firsts = needed.slice(1).map(([name, { shape }]) => [name, samplesOf(shape)[0]] as const);
  if (firsts.some(([, value]) => value === undefined)) return [];
  const besides = Object.fromEntries(firsts);
  const [lead] = needed;
  if (lead !== undefined) {
    const [name, { shape }] = lead;
    return samplesOf(shape).map((value) => ({ ...besides, [name]: value }));
  }
  return rest.flatMap(([name, { shape }]) => samplesOf(shape).map((value) => ({ [name]: value })));
}
