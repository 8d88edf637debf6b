import { newestRevision, type Revision } from "../contract/revisions.ts";
import { type Literal, membersIn, oneOf } from "../contract/shape.ts";
import { optionsIn, type Shape, type ShapeOf } from "../contract/shape.ts";
import { formatProblem } from "./formats.ts";
import { type Known, meantLists, meantObject } from "./meant.ts";
import { memo } from "../contract/memo.ts";
import { invalidProblem, type Problem } from "./refusal.ts";

const problemsMax = 100;

/** Where a value stands: written as a pointer only when something is wrong there. */
type Place = { readonly parent: Place; readonly name: string | number } | undefined;

function pointerTo(place: Place): string {
  if (place === undefined) return "";
  const name = String(place.name).replaceAll("~", "~0").replaceAll("/", "~1");
  return `${pointerTo(place.parent)}/${name}`;
}

/** What does not fit a shape, and whether it is one of the two things that are told in other words elsewhere. */
export interface Misfit extends Problem {
  readonly kind: "unknown member" | "no string" | "other";
}

type Findings = { readonly problems: Misfit[]; readonly revision: Revision };

/** Checks a value against a shape in a revision: a problem for each bad field, with its JSON pointer. */
export function checkShape(shape: Shape, value: unknown, revision: Revision = newestRevision) {
  const problems: Misfit[] = [];
  check(shape, value, undefined, { problems, revision });
  return problems;
}

function report(found: Findings, at: Place, detail: string, kind: Misfit["kind"] = "other"): void {
  const { problems } = found;
  if (problems.length < problemsMax)
    problems.push({ ...invalidProblem(pointerTo(at) || "/", detail), kind });
}

function check(shape: Shape, value: unknown, at: Place, found: Findings): void {
  if (found.problems.length >= problemsMax) return;
  const bad = (detail: string, kind?: Misfit["kind"]) => report(found, at, detail, kind);
  switch (shape.kind) {
    case "any":
      return;
    case "file":
      if (!isObject(value)) bad("Expected a file.");
      return;
    case "nullable":
      if (value !== null) check(shape.shape, value, at, found);
      return;
    case "string": {
      if (typeof value !== "string") return void bad("Expected a string.", "no string");
      const problem = textProblem(shape, value);
      if (problem !== undefined) bad(problem);
      return;
    }
    case "number":
      // What is too large for a number is read as infinity.
      if (!Number.isFinite(value) || !isWithin(shape, value)) bad(expectedNumber("number", shape));
      return;
    case "boolean":
      if (typeof value !== "boolean") bad("Expected a boolean.");
      return;
    case "integer":
      if (!Number.isSafeInteger(value) || !isWithin(shape, value))
        bad(expectedNumber("whole number", shape));
      return;
    case "literal":
      if (!shape.values.includes(value as Literal)) bad(expectedLiteral(shape.values));
      return;
    case "oneOf":
      return checkOneOf(shape, value, at, found);
    case "open":
      if (!isObject(value)) return void bad("Expected an object.");
      if (isLarger(value, shape.maxBytes)) bad(`Expected at most ${shape.maxBytes} bytes.`);
      return;
    case "record":
      if (!isObject(value)) return void bad("Expected an object.");
      for (const [name, item] of Object.entries(value))
        check(shape.of, item, { parent: at, name }, found);
      return;
    case "list":
      if (!Array.isArray(value)) return void bad("Expected an array.");
      if (value.length < shape.min) return void bad(`Expected at least ${items(shape.min)}.`);
      if (value.length > shape.max) return void bad(`Expected at most ${items(shape.max)}.`);
      for (const [index, item] of value.entries())
        check(shape.of, item, { parent: at, name: index }, found);
      return;
    case "object":
      checkObject(shape, value, at, found);
  }
}

const optionsKnown = memo(optionsIn);
const membersKnown = memo(membersIn);

function textProblem(shape: ShapeOf<"string">, value: string): string | undefined {
  const { minLength = 0, maxLength, pattern, wellFormed, format } = shape;
  if (value.length < minLength)
    return minLength === 1 ? "Expected some text." : `Expected at least ${minLength} characters.`;
  if (maxLength !== undefined && isLonger(value, maxLength))
    return `Expected at most ${maxLength} characters.`;
  if (pattern !== undefined && !new RegExp(pattern).test(value))
    return `Expected a text that matches ${pattern}.`;
  // Half of a surrogate pair has no percent-encoding.
  if (wellFormed && /\p{Surrogate}/u.test(value)) return "Expected well-formed Unicode.";
  return format && formatProblem(format, value);
}

type Check<Of, Value = unknown> = (of: Of, value: Value, at: Place, found: Findings) => void;

/** Checks a value against that of several shapes that it was most likely meant as. */
const checkOneOf: Check<ShapeOf<"oneOf">> = (shape, value, at, found) => {
  const options = optionsKnown(shape, found.revision);
  if (options.length === 1) return check(options[0] as Shape, value, at, found);
  const values = options.flatMap((option) => (option.kind === "literal" ? option.values : []));
  if (values.length > 0 && options.every(({ kind }) => kind === "literal"))
    return check({ kind: "literal", values }, value, at, found);
  const meant = options.filter((option) => isKind(option, value));
  if (meant.length === 1) return check(meant[0] as Shape, value, at, found);
  if (meant.length > 1 && meant.every(({ kind }) => kind === "object"))
    return checkMeant(meant, value as Known, at, found);
  if (meant.length > 1 && Array.isArray(value)) return checkList(meant, value, at, found);
  const tries = options.map((option) => checkShape(option, value, found.revision));
  if (tries.some((found) => found.length === 0)) return;
  const details = new Set(tries.flat().map(({ detail }) => detail));
  const isString = tries[0]?.[0]?.kind === "no string";
  report(found, at, [...details].join(" Or: "), isString ? "no string" : "other");
};

const checkObject: Check<ShapeOf<"object">> = (shape, value, at, found) => {
  if (!isObject(value)) return report(found, at, "Expected an object.");
  const { revision } = found;
  const { needed, notNull, known } = membersKnown(shape, revision);
  for (const name of needed) {
    const unsaid = value[name] === null && notNull.has(name);
    if (unsaid || !Object.hasOwn(value, name))
      report(found, { parent: at, name }, `The field '${name}' is required.`);
  }
  for (const name of Object.keys(value)) {
    const place = { parent: at, name };
    const member = known.get(name);
    if (member !== undefined) check(member, value[name], place, found);
    else if (!shape.members.has(name)) {
      const where = shape.name === undefined ? "here" : `for the resource '${shape.name}'`;
      report(found, place, `'${name}' is not a valid field ${where}.`, "unknown member");
    } else report(found, place, `'${name}' is not a valid field in revision ${revision}.`);
  }
};

/** Checks an object against those of several that are told by their members. */
const checkMeant: Check<readonly Shape[], Known> = (options, value, at, found) => {
  const meant = meantObject(options, value);
  if ("member" in meant) {
    const { member: name, values } = meant;
    const missing = !Object.hasOwn(value, name);
    const detail = missing ? `The field '${name}' is required.` : expectedLiteral(values);
    return report(found, { parent: at, name }, detail);
  }
  checkNearest(meant.options, value, at, found);
};

/** Checks a list against those of several that are told by their items. */
const checkList: Check<readonly Shape[], readonly unknown[]> = (options, items, at, found) => {
  const meant = meantLists(options, items);
  if (meant.length > 0) return checkNearest(meant, items, at, found);
  const before = found.problems.length;
  const either = oneOf(...options.flatMap(itemsOf));
  for (const [index, item] of items.entries())
    check(either, item, { parent: at, name: index }, found);
  if (found.problems.length === before) report(found, at, "These items may not stand together.");
};

function itemsOf(shape: Shape): readonly Shape[] {
  if (shape.kind !== "list") return [];
  return shape.of.kind === "oneOf" ? shape.of.shapes : [shape.of];
}

/** Checks a value against the option against which it has the fewest problems. */
const checkNearest: Check<readonly Shape[]> = (options, value, at, found) => {
  let [nearest] = options;
  let fewest = Infinity;
  for (const option of options.length > 1 ? options : []) {
    const { length } = checkShape(option, value, found.revision);
    if (length < fewest) [nearest, fewest] = [option, length];
  }
  if (nearest !== undefined) check(nearest, value, at, found);
};

const items = (count: number): string => (count === 1 ? "one item" : `${count} items`);

const expectedLiteral = (values: readonly Literal[]): string =>
  values.length === 0
    ? "Expected null."
    : `Expected ${values.map((each) => (typeof each === "string" ? `'${each}'` : each)).join(" or ")}.`;

/** Whether a text has more characters than so many: one may take two places in it. */
const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || [...text].length > max);

/** Whether an object or a list was most likely meant as this shape: its own problems then say more. */
function isKind({ kind }: Shape, value: unknown): boolean {
  if (Array.isArray(value)) return kind === "list";
  return isObject(value) && (kind === "object" || kind === "open" || kind === "record");
}

const isLarger = (value: object, bytesMax: number | undefined): boolean =>
  bytesMax !== undefined && Buffer.byteLength(JSON.stringify(value)) > bytesMax;

type Bounds = Pick<ShapeOf<"integer" | "number">, "min" | "max">;

const isWithin = ({ min = -Infinity, max = Infinity }: Bounds, value: unknown): boolean =>
  typeof value === "number" && value >= min && value <= max;

function expectedNumber(kind: string, { min, max }: Bounds): string {
  const least = min === undefined ? "" : ` of at least ${min}`;
  const most = max === undefined ? "" : `${min === undefined ? " of" : " and"} at most ${max}`;
  return `Expected a ${kind}${least}${most}.`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
