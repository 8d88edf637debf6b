import { parseDatetime } from "../../jsonapi/time.ts";
import { type Difference, differs } from "./difference.ts";
import { idName, type Mapping } from "./mapping.ts";

/** What is known of what is compared. */
export interface Ground {
  readonly mapping: Mapping;
  /** The texts that were sent, or read, before. */
  readonly said: ReadonlySet<string>;
  /** Those of them that were sent in a body. */
  readonly sent: ReadonlySet<string>;
}

/** How far a part of a record follows from the recording. */
export interface Certainty {
  /** Whether its record was made in the recording: all that it has follows from what was sent. */
  readonly isSure: boolean;
  /** Whether its members are the customer's own: they are no part of the shape. */
  readonly isOpen: boolean;
}

/** How much later the emulator may be than what was recorded, in milliseconds. */
const slackMs = 3_600_000;

/** What two parts of a response do not have in common. Ids and cursors that stand at one place are learned. */
export function* valueDifferences(
  recorded: unknown,
  own: unknown,
  place: string,
  ground: Ground,
  certainty: Certainty,
): Generator<Difference> {
  const { isSure, isOpen } = certainty;
  if (kindOf(recorded) !== kindOf(own)) {
    const isNull = recorded === null || own === null;
    if (isNull && !isSure) {
      if (ground.sent.has(String(recorded))) yield differs("value", place, recorded, own);
    } else if (isOpen) {
      if (follows(recorded, ground, certainty)) yield differs("value", place, recorded, own);
    } else yield differs("shape", place, recorded, own);
  } else if (Array.isArray(recorded)) {
    yield* lists(recorded, own as unknown[], place, ground, certainty);
  } else if (typeof recorded === "object" && recorded !== null) {
    yield* objects(recorded as Json, own as Json, place, ground, certainty);
  } else if (typeof recorded === "string") {
    yield* texts(recorded, own as string, place, ground, certainty);
  } else if (recorded !== own && isSure) yield differs("value", place, recorded, own);
}

type Json = Readonly<Record<string, unknown>>;

const kindOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "list" : typeof value;

/** Whether a value can be expected to be the same. */
const follows = (recorded: unknown, { said }: Ground, { isSure }: Certainty): boolean =>
  isSure || (typeof recorded === "string" && said.has(recorded));

function* lists(
  recorded: readonly unknown[],
  own: readonly unknown[],
  place: string,
  ground: Ground,
  certainty: Certainty,
): Generator<Difference> {
  if (recorded.length !== own.length && certainty.isSure)
    yield differs("value", place, recorded.length, own.length, "the length");
  for (const [index, each] of recorded.entries()) {
    if (index >= own.length) return;
    yield* valueDifferences(each, own[index], `${place}[${index}]`, ground, certainty);
  }
}

function* objects(
  recorded: Json,
  own: Json,
  place: string,
  ground: Ground,
  certainty: Certainty,
): Generator<Difference> {
  const kind = certainty.isOpen ? "value" : "shape";
  const names = namesIn(recorded, own, ground.mapping);
  for (const [name, ownName] of names) {
    const at = `${place}.${name ?? ownName}`;
    const [value, ownValue] = [memberOf(recorded, name), memberOf(own, ownName)];
    if (value !== undefined && ownValue !== undefined)
      yield* valueDifferences(value, ownValue, at, ground, certainty);
    else if (kind === "shape" || follows(value, ground, certainty))
      yield differs(kind, at, value, ownValue);
  }
}

const memberOf = (of: Json, name: string | undefined): unknown =>
  name !== undefined && Object.hasOwn(of, name) ? of[name] : undefined;

/** The members of two objects in pairs: where ids are names, those that stand for each other. */
function namesIn(recorded: Json, own: Json, mapping: Mapping) {
  const owns = new Set(Object.keys(own));
  const pairs = Object.keys(recorded).map((name): [string | undefined, string | undefined] => {
    const ownName = owns.has(name) ? name : mapping.own(name);
    return [name, owns.delete(ownName) ? ownName : undefined];
  });
  const alone = pairs.filter(([name, found]) => found === undefined && isDrawn(name ?? ""));
  const others = [...owns].filter(isDrawn);
  for (const [index, pair] of alone.length === others.length ? alone.entries() : []) {
    const ownName = others[index] ?? "";
    mapping.learn(pair[0], ownName);
    pair[1] = ownName;
    owns.delete(ownName);
  }
  return [...pairs, ...[...owns].map((name): [undefined, string] => [undefined, name])];
}

function* texts(
  recorded: string,
  own: string,
  place: string,
  ground: Ground,
  certainty: Certainty,
): Generator<Difference> {
  const { mapping, said, sent } = ground;
  const [form, ownForm] = [formOf(recorded), formOf(own)];
  if (form !== ownForm && !certainty.isOpen) {
    if (form !== "" && ownForm !== "") yield differs("shape", place, recorded, own, "the form");
    else if (follows(recorded, ground, certainty)) yield differs("value", place, recorded, own);
    return;
  }
  if (form !== "" && !certainty.isOpen) {
    const apart = (parseDatetime(recorded) ?? 0) - (parseDatetime(own) ?? 0);
    if (certainty.isSure && Math.abs(apart) > slackMs) yield differs("value", place, recorded, own);
    return;
  }
  if (recorded === own || mapping.text(recorded) === own) return;
  const isNew = !said.has(recorded) && !said.has(own);
  const name = place.slice(place.lastIndexOf(".") + 1);
  if (isNew && (isDrawn(recorded) || idName.test(name))) return mapping.learn(recorded, own);
  // Where the service keeps something is its own.
  if (/^https?:/.test(recorded) && !sent.has(recorded)) return;
  if (follows(recorded, ground, certainty)) yield differs("value", place, recorded, own);
}

/** How a datetime is written; empty: it is none. */
function formOf(text: string): string {
  const [, fraction = "", zone = ""] =
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? [undefined];
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return "";
  return `${fraction.length}${zone === "Z" ? "Z" : zone.replace(/\d/g, "0")}`;
}

/** Whether it looks as if the service drew it: letters and digits without a word. */
const isDrawn = (text: string): boolean => /^[\w=+/.-]{6,}$/.test(text) && /\d/.test(text);
