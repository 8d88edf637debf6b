import { knownIn, literal, type Literal, membersIn, type Shape } from "../contract/shape.ts";
import type { ShapeOf } from "../contract/shape.ts";
import { counted, listed, adviceOn, nearest } from "../world/name-match.ts";
import { newestRevision, type Revision } from "../contract/revisions.ts";
import { meantObject } from "../jsonapi/meant.ts";
import type { Problem } from "../jsonapi/refusal.ts";
import { quotable, type Redaction } from "../world/journal/redact.ts";

const kindsMax = 4;

/** What may be sent where any of these shapes may stand, such as `an email address such as ada@example.com`. */
const expected = (shapes: readonly Shape[]): string =>
  [...new Set(together(shapes).map(phraseOf))].slice(0, kindsMax).join(" or ");

/** The values of all literals are one choice: many shapes may each have their own, such as a type. */
function together(shapes: readonly Shape[]): readonly Shape[] {
  const literals = shapes.flatMap((shape) => (shape.kind === "literal" ? shape.values : []));
  const others = shapes.filter(({ kind }) => kind !== "literal");
  return literals.length === 0 ? others : [literal(...new Set(literals)), ...others];
}

const formats = {
  email: "an email address such as ada@example.com",
  phone_number: "a phone number with its country code, such as +12345678901",
  date: "a date such as 2026-01-31",
  time: "a time of the day such as 09:30:00",
  datetime: "a datetime such as 2026-01-31T12:00:00Z",
} as const;

const phrases: { readonly [Kind in Shape["kind"]]: (shape: ShapeOf<Kind>) => string } = {
  string: textPhrase,
  number: ({ min, max }) => `a number${rangeOf(min, max)}`,
  boolean: () => "true or false",
  any: () => "any value",
  file: () => "a file",
  integer: ({ min, max }) => `a whole number${rangeOf(min, max)}`,
  literal({ values }) {
    const all = values.map((each) => (typeof each === "string" ? `'${each}'` : `${each}`));
    return all.length === 1 ? `${all[0]}` : `one of ${listed(all)}`;
  },
  list: ({ min, max }) => `an array${countOf(min, max, "item")}`,
  open: ({ maxBytes: most }) => `an object${most === undefined ? "" : ` of at most ${most} bytes`}`,
  nullable: ({ shape }) => phraseOf(shape),
  oneOf: ({ shapes }) => expected(shapes),
  record: () => "an object",
  object: () => "an object",
};

const phraseOf = (shape: Shape): string => phrases[shape.kind](shape as never);

function textPhrase({ format, pattern, minLength, maxLength }: ShapeOf<"string">) {
  if (format !== undefined) return formats[format];
  if (pattern !== undefined) return `a text that matches ${pattern}`;
  return `a text${countOf(minLength, maxLength, "character")}`;
}

function rangeOf(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max === undefined ? "" : ` of at most ${max}`;
}

function countOf(min = 0, max = Infinity, unit: string): string {
  if (max === Infinity) return min === 0 ? "" : ` of at least ${counted(min, unit)}`;
  return min === 0 || min === max
    ? ` of ${min === 0 ? "at most " : ""}${counted(max, unit)}`
    : ` of ${min} to ${counted(max, unit)}`;
}

/** A body that has not the shape that its row asks for, and what is wrong with it. */
interface Unshaped {
  readonly shape: Shape;
  readonly body: unknown;
  readonly revision: Revision;
  readonly problems: readonly Problem[];
  readonly redaction: Redaction;
}

interface BodyPosition {
  readonly pointer: string;
  readonly name: string;
  /** What may stand there; empty: nothing is known under this name. */
  readonly shapes: readonly Shape[];
  readonly names: readonly string[];
  readonly isThere: boolean;
  readonly value: unknown;
}

/** The place, what is there, and what to send. An unknown name comes first: what is missing often stands under it. */
export function bodyAdvice(unshaped: Unshaped): string {
  const { problems } = unshaped;
  const places = problems.map(({ pointer }) => placeAt(unshaped, pointer));
  const place = places.find(isUnknown) ?? places[0];
  if (place === undefined) return "";
  const more = problems.length === 1 ? "" : ` (${problems.length - 1} more in the response)`;
  return adviceAt(place, unshaped) + more;
}

const isUnknown = ({ isThere, shapes }: BodyPosition): boolean => isThere && shapes.length === 0;

function adviceAt(place: BodyPosition, { revision, redaction }: Unshaped): string {
  const { pointer, name, shapes, names, isThere, value } = place;
  const where = pointer === "/" ? "the body" : quotable(pointer, redaction);
  if (isUnknown(place)) {
    const written = quotable(name, redaction);
    const above = quotable(pointer.replace(/\/[^/]*$/, ""), redaction) || "the body";
    return adviceOn({ what: `a field of ${above}`, written, known: names });
  }
  const known = shapes.filter((shape) => knownIn(shape, revision));
  if (known.length === 0) {
    const newer = shapes.some((shape) => knownIn(shape, newestRevision));
    const or = newer ? `, or send revision: ${newestRevision}` : "";
    return `${where} is not a field in revision ${revision}: leave it out${or}`;
  }
  if (!isThere) return `${where} is missing: add ${expected(known)}`;
  const shown = shownValue(name, value, redaction);
  const texts = known.flatMap(literalsOf).filter((each) => typeof each === "string");
  const near = typeof value === "string" ? nearest(value, texts) : undefined;
  if (near !== undefined) return `${where} is ${shown}: did you mean '${near}'?`;
  return `${where} is ${shown}: send ${expected(known)}`;
}

const literalsOf = (shape: Shape): readonly Literal[] =>
  shape.kind === "literal" ? shape.values : [];

/** A value as a hint repeats it, without the secrets in it. */
function shownValue(name: string, value: unknown, redaction: Redaction): string {
  if (Array.isArray(value)) return `an array of ${counted(value.length, "item")}`;
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return String(value);
  const { [name]: plain } = redaction.json({ [name]: value }) as Record<string, unknown>;
  return `'${quotable(String(plain ?? "…"), redaction)}'`;
}

/** Follows a pointer through a body and its shape at once. */
function placeAt({ shape, body, revision }: Unshaped, pointer: string): BodyPosition {
  const steps = pointer === "/" ? [] : pointer.split("/").slice(1).map(unescaped);
  const whole = { name: "", shapes: [shape], names: [], isThere: true, value: body };
  let place: BodyPosition = { pointer, ...whole };
  for (const step of steps) place = inside(place, step, revision);
  return { ...place, shapes: place.shapes.flatMap(optionsOf) };
}

const unescaped = (step: string): string => step.replaceAll("~1", "/").replaceAll("~0", "~");

function inside(bodyPosition: BodyPosition, name: string, revision: Revision): BodyPosition {
  const { pointer, shapes, value } = bodyPosition;
  const holds = typeof value === "object" && value !== null;
  const isThere = holds && Object.hasOwn(value, name);
  const candidates = meantOf(shapes.flatMap(optionsOf), value);
  const names = candidates.flatMap((shape) =>
    shape.kind === "object" ? [...membersIn(shape, revision).known.keys()] : [],
  );
  return {
    pointer,
    name,
    shapes: candidates.flatMap((shape) => memberOf(shape, name)),
    names: [...new Set(names)],
    isThere,
    value: isThere ? (value as Record<string, unknown>)[name] : undefined,
  };
}

/** Of several objects those that are meant by a value, as far as its members tell. */
function meantOf(shapes: readonly Shape[], value: unknown): readonly Shape[] {
  const objects = shapes.filter(({ kind }) => kind === "object");
  if (objects.length < 2 || typeof value !== "object" || value === null) return shapes;
  const meant = meantObject(objects, value as Record<string, unknown>);
  return "options" in meant ? meant.options : objects;
}

function memberOf(shape: Shape, name: string): readonly Shape[] {
  if (shape.kind === "list" || shape.kind === "record") return [shape.of];
  const member = shape.kind === "object" ? shape.members.get(name) : undefined;
  return member === undefined ? [] : [member.shape];
}

function optionsOf(shape: Shape): readonly Shape[] {
  const { lives } = shape;
  const inner =
    shape.kind === "nullable" ? [shape.shape] : shape.kind === "oneOf" ? shape.shapes : undefined;
  if (inner === undefined) return [shape];
  // What lives for a while does so whatever it may be.
  return inner.flatMap(optionsOf).map((each) => (each.lives || !lives ? each : { ...each, lives }));
}
