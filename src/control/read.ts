import { type Shape, object } from "../contract/shape.ts";
import { jsonProblem, shapeProblem, textOfPath } from "../world/read-shape.ts";
import { ControlError } from "../emulation/problem.ts";
import { nearest } from "../world/name-match.ts";
import type { ControlOperation } from "./operation.ts";

/** A copy of what was sent, if it has the shape that is asked for. @throws ControlError with the member */
export function readAs<T>(shape: Shape<T>, input: unknown): T {
  const problem = shapeProblem(shape, input, "JSON") ?? jsonProblem(input);
  if (problem === undefined) return structuredClone(input) as T;
  const { message, path, nearest } = problem;
  throw new ControlError(message, textOfPath(path), { nearest });
}

const nothing = object({});

/** The parameters that an operation takes, by their names. */
export function parametersOf({ query = nothing }: Pick<ControlOperation, "query">) {
  const members = query.kind === "object" ? [...query.members] : [];
  return new Map(members.map(([name, { shape }]) => [name, shape]));
}

/** Whether an operation can be asked about one account alone. */
export const isScoped = (operation: ControlOperation): boolean =>
  parametersOf(operation).has("account");

/**
 * What a query asks for, in its operation's shape: numbers are numbers, and what is true or false is so.
 *
 * @throws ControlError for a parameter that there is not, that comes twice, or that is out of shape
 */
export function readQuery(
  operation: ControlOperation,
  sent: URLSearchParams,
): Readonly<Record<string, unknown>> {
  const known = parametersOf(operation);
  const said = new Map<string, unknown>();
  for (const [name, text] of sent) {
    const shape = known.get(name);
    if (shape === undefined) throw unknownParameter(operation, name, [...known.keys()]);
    if (said.has(name)) throw new ControlError("it is given twice", name);
    said.set(name, valueOf(shape, text));
  }
  return readAs(operation.query ?? nothing, Object.fromEntries(said)) as Record<string, unknown>;
}

function unknownParameter(
  { whole, common }: ControlOperation,
  name: string,
  known: readonly string[],
): ControlError {
  const why = common ? "it is the same for every account" : whole;
  if (name === "account" && why !== undefined)
    return new ControlError(`it takes no account: ${why}`, name);
  const near = nearest(name, known);
  const expected = known.length === 0 ? "it takes none" : `expected ${known.join(", ")}`;
  const listed = near === undefined ? `: ${expected}` : "";
  return new ControlError(`there is no such parameter${listed}`, name, { nearest: near });
}

/** A text as its shape has it; what fits no shape stays the text that it is. */
function valueOf({ kind }: Shape, text: string): unknown {
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  const isNumber = kind === "integer" || kind === "number";
  return isNumber && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
