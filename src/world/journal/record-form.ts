import type { Stored } from "../store/record.ts";
import { naturalKey, type CreatedRecord } from "../store/record-change.ts";

/** The records that a request created, by what they are like. */
export type Forms = ReadonlyMap<string, CreatedRecord>;

/** What ids stand for. */
type Names = ReadonlyMap<string, string>;

/** What an event's client sent as its `unique_id`, as it is read back (specification, "Create Event"). */
const sentName = "$event_id";

/** The members that only name a record. */
const names: readonly string[] = ["unique_id", sentName];

/** What its client called an event; undefined: nothing. */
export function uniqueIdOf(created: CreatedRecord | undefined): unknown {
  const { properties } = (created?.record ?? {}) as { properties?: Record<string, unknown> | null };
  return properties?.[sentName];
}

/** The forms of records; those of one form are twins. @param known natural keys by id, also of other requests */
export function formsOf(created: readonly CreatedRecord[], known: Names): Forms {
  const places = placesOf(created);
  const nameOf: NameOf = (id) => known.get(id) ?? places.get(id) ?? id;
  const counted = counter();
  return new Map(created.map((each) => [counted(formOf(each, nameOf)), each]));
}

/** By what a text is compared: of an id of something by what that is known by, else by itself. */
type NameOf = (text: string) => string;

/** What is told by its natural key, whichever request created it. */
export function naturalKeysOf(created: readonly CreatedRecord[]): Names {
  const known = new Map<string, string>();
  for (const { of, record } of created) {
    const key = naturalKey(of, record);
    if (key !== undefined) known.set(record.id, `${of.name} ${JSON.stringify(key)}`);
  }
  return known;
}

/** Which of its kind each is that one request created. */
function placesOf(created: readonly CreatedRecord[]): Names {
  const counted = counter();
  return new Map(created.map(({ of, record }) => [record.id, counted(of.name)]));
}

/** Tells equal texts apart: each by how many there were before it. */
function counter() {
  const counts = new Map<string, number>();
  return (text: string): string => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return `${text} ${count}`;
  };
}

function formOf({ of, record, dated, about }: CreatedRecord, nameOf: NameOf): string {
  const { id, seq: _seq, ...said } = record as Stored & Readonly<Record<string, unknown>>;
  const { instants = [], secret = [], identified = [] } = of;
  const left = new Set([...names, ...secret, ...(dated ? [] : instants)]);
  // An address may hold the id of what it leads to.
  const named: NameOf = (text) => {
    const name = nameOf(text);
    return name === text ? text.replaceAll(id, "") : name;
  };
  const members = Object.entries(said).filter(([name]) => !left.has(name));
  const bare = members.map(([name, value]) => [
    name,
    identified.includes(name) ? plain(partsByPlace(value), named) : value,
  ]);
  return JSON.stringify([of.name, about, plain(Object.fromEntries(bare), named)]);
}

/** A value whose parts have ids of their own, by which others name them: each is told by its place. */
function partsByPlace(value: unknown): unknown {
  const ids = [...new Set(idsIn(value))];
  const placeOf = (text: string) => (ids.includes(text) ? `part ${ids.indexOf(text)}` : text);
  const placed = (part: unknown): unknown => {
    if (typeof part === "string") return placeOf(part);
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) return part.map(placed);
    const members = Object.entries(part).map(([name, each]) => [
      placeOf(name),
      name === "id" ? placeOf(String(each)) : placed(each),
    ]);
    return Object.fromEntries(members);
  };
  return placed(value);
}

function idsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === "id" && typeof part !== "object" ? [String(part)] : idsIn(part),
  );
}

/** What a body says, whatever its events are called; undefined: nothing. */
export const saidIn = (body: unknown): string | undefined =>
  body === undefined ? undefined : JSON.stringify(plain(body, (text) => text, names));

/** A value without names, its members in one order, and the ids of records of the same request as their places. */
function plain(value: unknown, nameOf: NameOf, without: readonly string[] = [sentName]): unknown {
  if (typeof value === "string") return nameOf(value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((each) => plain(each, nameOf, without));
  return Object.entries(value)
    .filter(([name]) => !without.includes(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => [name, plain(each, nameOf, without)]);
}
