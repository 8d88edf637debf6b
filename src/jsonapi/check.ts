import type { Shape } from "../contract/shape.ts";
import { formatProblem } from "./formats.ts";
import { invalidProblem, type Problem } from "./refusal.ts";

/** The most problems that one answer lists. */
const problemsMax = 100;

/** Checks a value against a shape: one problem for each bad field, with a JSON pointer to it. */
export function checkShape(shape: Shape, value: unknown, pointer = ""): readonly Problem[] {
  const problems: Problem[] = [];
  check(shape, value, pointer, problems);
  return problems;
}

function check(shape: Shape, value: unknown, at: string, problems: Problem[]): void {
  if (problems.length >= problemsMax) return;
  const bad = (detail: string) => problems.push(invalidProblem(at || "/", detail));
  switch (shape.kind) {
    case "any":
      return;
    case "nullable":
      if (value !== null) check(shape.shape, value, at, problems);
      return;
    case "string": {
      if (typeof value !== "string") return void bad("Expected a string.");
      if (value.length < (shape.minLength ?? 0)) return void bad("Expected some text.");
      if (shape.maxLength !== undefined && value.length > shape.maxLength) {
        return void bad(`Expected at most ${shape.maxLength} characters.`);
      }
      const problem = shape.format && formatProblem(shape.format, value);
      if (problem !== undefined) bad(problem);
      return;
    }
    case "number":
    case "boolean":
      if (typeof value !== shape.kind) bad(`Expected a ${shape.kind}.`);
      return;
    case "literal":
      if (!shape.values.includes(value as string)) {
        bad(`Expected ${shape.values.map((allowed) => `'${allowed}'`).join(" or ")}.`);
      }
      return;
    case "oneOf": {
      const tries = shape.shapes.map((option) => checkShape(option, value, at));
      if (tries.some((found) => found.length === 0)) return;
      return void bad([...new Set(tries.flat().map(({ detail }) => detail))].join(" Or: "));
    }
    case "open":
      if (!isObject(value)) bad("Expected an object.");
      return;
    case "list":
      if (!Array.isArray(value)) return void bad("Expected an array.");
      if (value.length < shape.min) return void bad(`Expected at least ${shape.min} items.`);
      if (value.length > shape.max) return void bad(`Expected at most ${shape.max} items.`);
      for (const [index, item] of value.entries())
        check(shape.of, item, `${at}/${index}`, problems);
      return;
    case "object":
      checkObject(shape, value, at, problems);
  }
}

function checkObject(
  shape: Extract<Shape, { kind: "object" }>,
  value: unknown,
  at: string,
  problems: Problem[],
): void {
  if (!isObject(value)) {
    problems.push(invalidProblem(at || "/", "Expected an object."));
    return;
  }
  for (const [name, { required }] of shape.members) {
    if (required && !Object.hasOwn(value, name)) {
      problems.push(invalidProblem(`${at}/${name}`, `The field '${name}' is required.`));
    }
  }
  for (const [name, item] of Object.entries(value)) {
    const where = `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const member = shape.members.get(name);
    if (member !== undefined) check(member.shape, item, where, problems);
    else if (problems.length < problemsMax) {
      problems.push(invalidProblem(where, `'${name}' is not a valid field here.`));
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
