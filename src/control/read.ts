import type { Shape } from "../contract/shape.ts";
import { jsonProblem, shapeProblem, textOfPath } from "../world/read-shape.ts";
import { ControlError } from "../emulation/problem.ts";

/** A copy of what was sent, if it has the shape that is asked for. @throws ControlError with the member */
export function readAs<T>(shape: Shape<T>, input: unknown): T {
  const problem = shapeProblem(shape, input, "JSON") ?? jsonProblem(input);
  if (problem === undefined) return structuredClone(input) as T;
  const { message, path, nearest } = problem;
  throw new ControlError(message, textOfPath(path), { nearest });
}
