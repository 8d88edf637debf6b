import type { Shape } from "../contract/shape.ts";
import { checkShape, type Misfit } from "../jsonapi/check.ts";
import { nearest } from "./nearest.ts";

/** Names of members and places in lists, from the root of a document. */
export type Path = readonly (string | number)[];

/** What is wrong with a document that a user wrote: where, and in which words. */
export interface ShapeProblem {
  readonly path: Path;
  readonly message: string;
  /** What an unknown member was most likely meant to be. */
  readonly nearest?: string;
}

/** The first thing that is wrong with a value; undefined: it has the shape. */
export function shapeProblem(shape: Shape, value: unknown): ShapeProblem | undefined {
  const [problem] = checkShape(shape, value);
  if (problem === undefined) return undefined;
  const path = pathOf(problem.pointer, value);
  if (problem.kind !== "unknown member") {
    return { path, message: inWords(problem, path, value) };
  }
  const known = namesAt(shape, path.slice(0, -1));
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
  if (typeof value !== "object" || path.length > depthMax) {
    return { path: path.slice(0, 8), message: "expected what JSON can say" };
  }
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

/** A detail of the service's, in the words of YAML. */
function inWords({ detail, kind }: Misfit, path: Path, root: unknown): string {
  const said = `${detail.charAt(0).toLowerCase()}${detail.slice(1).replace(/\.$/, "")}`
    .replaceAll(". Or: Expected", " or")
    .replaceAll("an object", "a mapping")
    .replaceAll("an array", "a list");
  const value = path.reduce<unknown>(
    (at, step) => (at as Record<string | number, unknown> | null | undefined)?.[step],
    root,
  );
  // YAML reads an unquoted +1212… as a number.
  return kind === "no string" && typeof value === "number" ? `${said}: put it in quotes` : said;
}

/** The names of the members that a shape knows at a path. */
function namesAt(shape: Shape, path: Path): string[] {
  if (shape.kind === "nullable") return namesAt(shape.shape, path);
  if (shape.kind === "oneOf") return shape.shapes.flatMap((option) => namesAt(option, path));
  const [step, ...rest] = path;
  if (shape.kind === "list") return namesAt(shape.of, rest);
  if (shape.kind === "record") return namesAt(shape.of, rest);
  if (shape.kind !== "object") return [];
  if (step === undefined) return [...shape.members.keys()];
  const member = shape.members.get(String(step));
  return member === undefined ? [] : namesAt(member.shape, rest);
}
