import type { Shape, ShapeOf } from "../contract/shape.ts";
import { isDurationShape } from "../world/time/duration.ts";

/** Numbers that clients read wrong, and two that one wait cannot keep by luck. */
const numbers = [2, 5, 0, -3];

/** Longer than a quick client waits, and short enough to be waited for. */
const span = "5s";

/** Values that a shape lets through. None, where only its author could say what makes sense. */
export function samplesOf(shape: Shape): readonly unknown[] {
  if (isDurationShape(shape)) return [span];
  if (shape.kind === "literal") return shape.values;
  if (shape.kind === "boolean") return [true];
  if (shape.kind === "integer" || shape.kind === "number") {
    const { min = -Infinity, max = Infinity } = shape;
    return numbers.filter((each) => each >= min && each <= max);
  }
  if (shape.kind === "string")
    return shape.format === undefined && shape.pattern === undefined ? [span] : [];
  if (shape.kind === "nullable") return samplesOf(shape.shape);
  if (shape.kind === "oneOf") return shape.shapes.flatMap(samplesOf);
  if (shape.kind === "list") {
    const [sample] = samplesOf(shape.of);
    return sample === undefined ? [] : [Array(Math.max(1, shape.min)).fill(sample)];
  }
  return shape.kind === "object" ? objectsOf(shape) : [];
}

/** What must be there, and beside it nothing, or one of what may be. */
function objectsOf(shape: ShapeOf<"object">): readonly unknown[] {
  const members = [...shape.members];
  const [lead, ...needed] = members.filter(([, { required }]) => required);
  const besides = needed.map(([name, { shape }]) => [name, samplesOf(shape)[0]] as const);
  if (besides.some(([, value]) => value === undefined)) return [];
  return (lead === undefined ? members : [lead]).flatMap(([name, { shape }]) =>
    samplesOf(shape).map((value) => ({ ...Object.fromEntries(besides), [name]: value })),
  );
}
