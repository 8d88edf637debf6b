import { parseDatetime } from "../../jsonapi/time.ts";
import { type Differences, differs } from "./difference.ts";
import { idName, type Ledger, type Mapping } from "./ledger.ts";

export interface Ground extends Pick<Ledger, "mapping" | "said" | "sent"> {
  /** Whether its record was made in the recording: all that it has follows from what was sent. */
  readonly isSure: boolean;
  /** Whether its members are the customer's own: they are no part of the shape. */
  readonly isOpen: boolean;
}

/** How much later the emulator may be than what was recorded, in milliseconds. */
const slackMs = 3_600_000;

/** What two parts of a response do not have in common. Ids and cursors that stand at one place are learned. */
export function* valueDifferences(recorded: unknown, own: unknown, place: string, ground: Ground) {
  const { isSure, isOpen } = ground;
  if (kindOf(recorded) !== kindOf(own)) {
    const isUnsureNull = !isSure && (recorded === null || own === null);
    const isSent = isUnsureNull && ground.sent.has(String(recorded));
    if (isSent || (isOpen && !isUnsureNull && follows(recorded, ground)))
      yield differs("value", place, recorded, own);
    else if (!isUnsureNull && !isOpen) yield differs("shape", place, recorded, own);
  } else if (Array.isArray(recorded)) {
    yield* lists(recorded, own as unknown[], place, ground);
  } else if (typeof recorded === "object" && recorded !== null) {
    yield* objects(recorded as Json, own as Json, place, ground);
  } else if (typeof recorded === "string") {
    yield* texts(recorded, own as string, place, ground);
  } else if (recorded !== own && isSure) yield differs("value", place, recorded, own);
}

type Json = Readonly<Record<string, unknown>>;

const kindOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "list" : typeof value;

const follows = (recorded: unknown, { said, isSure }: Ground): boolean =>
  isSure || (typeof recorded === "string" && said.has(recorded));

function* lists(recorded: unknown[], own: unknown[], place: string, ground: Ground): Differences {
  if (recorded.length !== own.length && ground.isSure)
    yield differs("value", place, recorded.length, own.length, "the length");
  for (const [index, each] of recorded.slice(0, own.length).entries())
    yield* valueDifferences(each, own[index], `${place}[${index}]`, ground);
}

function* objects(recorded: Json, own: Json, place: string, ground: Ground): Differences {
  for (const [name, ownName] of namesIn(recorded, own, ground.mapping)) {
    const at = `${place}.${name ?? ownName}`;
    const [value, ownValue] = [memberOf(recorded, name), memberOf(own, ownName)];
    if (value !== undefined && ownValue !== undefined)
      yield* valueDifferences(value, ownValue, at, ground);
    else if (!ground.isOpen || follows(value, ground))
      yield differs(ground.isOpen ? "value" : "shape", at, value, ownValue);
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

function* texts(recorded: string, own: string, place: string, ground: Ground): Differences {
  const { mapping, said, sent, isSure, isOpen } = ground;
  const [form, ownForm] = isOpen ? ["", ""] : [formOf(recorded), formOf(own)];
  if (form !== "" && form === ownForm) {
    const apart = (parseDatetime(recorded) ?? 0) - (parseDatetime(own) ?? 0);
    if (isSure && Math.abs(apart) > slackMs) yield differs("value", place, recorded, own);
    return;
  }
  if (form !== "" && ownForm !== "")
    return void (yield differs("shape", place, recorded, own, "the form"));
  if (form === ownForm) {
    if (recorded === own || mapping.text(recorded) === own) return;
    const isNew = !said.has(recorded) && !said.has(own);
    const name = place.slice(place.lastIndexOf(".") + 1);
    if (isNew && (isDrawn(recorded) || idName.test(name))) return mapping.learn(recorded, own);
    // Where the service keeps something is its own.
    if (/^https?:/.test(recorded) && !sent.has(recorded)) return;
  }
  if (follows(recorded, ground)) yield differs("value", place, recorded, own);
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
