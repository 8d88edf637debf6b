import type { Shape } from "../contract/shape.ts";
import { checkShape, type Misfit } from "../jsonapi/check.ts";
import { isDurationShape, notDuration } from "./time/duration.ts";
import { nearest } from "./name-match.ts";

export type Path = readonly (string | number)[];

/** What a document was written in: JSON is what programs say, too. */
export type Language = "YAML" | "JSON";

/** What is wrong with a document that a user wrote: where, and in which words. */
export interface ShapeProblem {
  readonly path: Path;
  readonly message: string;
  /** What an unknown member was most likely meant to be. */
  readonly nearest?: string;
}

/** The first thing that is wrong with a value; undefined: nothing. @param language whose words: YAML has mappings */
export function shapeProblem(
  shape: Shape,
  value: unknown,
  language: Language = "YAML",
): ShapeProblem | undefined {
  const [problem] = checkShape(shape, value);
  if (problem === undefined) return undefined;
  const path = pathOf(problem.pointer, value);
  if (problem.kind !== "unknown member") return misfit(problem, shape, path, value, language);
  const known = shapesAt(shape, path.slice(0, -1)).flatMap((at) =>
    at.kind === "object" ? [...at.members.keys()] : [],
  );
  const like = nearest(String(path.at(-1)), known);
  if (like !== undefined) return { path, message: "unknown member", nearest: like };
  return { path, message: `unknown member; expected ${known.join(", ")}` };
}

/** How deep a document may go: deeper is a circle, or meant to break something. */
const depthMax = 200;

/** The first part of a value that JSON cannot say, as a BigInt or a circle of the library's user. */
export function jsonProblem(value: unknown, path: Path = []): ShapeProblem | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value === "number" && Number.isFinite(value)) return undefined;
  if (typeof value !== "object" || path.length > depthMax)
    return { path: path.slice(0, 8), message: "expected what JSON can say" };
  for (const [name, each] of Object.entries(value)) {
    if (each === undefined && !Array.isArray(value)) continue;
    const problem = jsonProblem(each, [...path, Array.isArray(value) ? Number(name) : name]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** `keys[0].scopes`, `properties["a.b"]`. */
export const textOfPath = (path: Path): string =>
  path
    .map((step) => {
      if (typeof step === "number") return `[${step}]`;
      return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
    })
    .join("")
    .replace(/^\./, "");

/** A JSON pointer as a path: digits are a place only within a list. */
function pathOf(pointer: string, root: unknown): Path {
  if (pointer === "/") return [];
  const path: (string | number)[] = [];
  let value = root;
  for (const step of pointer.slice(1).split("/")) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(Array.isArray(value) ? Number(name) : name);
    value = (value as Record<string, unknown> | null | undefined)?.[name];
  }
  return path;
}

/** What does not fit its place: of a duration, what it may mean; of one of several names, the nearest. */
function misfit(problem: Misfit, shape: Shape, path: Path, root: unknown, language: Language) {
  const value = path.reduce<unknown>(
    (at, step) => (at as Record<string | number, unknown> | null | undefined)?.[step],
    root,
  );
  const expected = shapesAt(shape, path);
  const message = inWords(problem, value, language);
  if (expected.some(isDurationShape)) return { path, message: notDuration(value, message) };
  const names = expected.flatMap((at) => (at.kind === "literal" ? at.values.map(String) : []));
  const like = typeof value === "string" ? nearest(value, names) : undefined;
  return { path, message, ...(like !== undefined && { nearest: like }) };
}

/** A detail of the service's, in the words of the language that the document is in. */
function inWords({ detail, kind }: Misfit, value: unknown, language: Language): string {
  const said = `${detail.charAt(0).toLowerCase()}${detail.slice(1).replace(/\.$/, "")}`
    .replaceAll(". Or: Expected", " or")
    .replaceAll("an array", "a list");
  if (language !== "YAML") return said;
  const inYaml = said.replaceAll("an object", "a mapping");
  // YAML reads an unquoted +1212… as a number.
  return kind === "no string" && typeof value === "number" ? `${inYaml}: put it in quotes` : inYaml;
}

function shapesAt(shape: Shape, path: Path): readonly Shape[] {
  if (shape.kind === "nullable") return shapesAt(shape.shape, path);
  if (shape.kind === "oneOf") return shape.shapes.flatMap((option) => shapesAt(option, path));
  const [step, ...rest] = path;
  if (step === undefined) return [shape];
  if (shape.kind === "list" || shape.kind === "record") return shapesAt(shape.of, rest);
  const member = shape.kind === "object" ? shape.members.get(String(step)) : undefined;
  return member === undefined ? [] : shapesAt(member.shape, rest);
}
