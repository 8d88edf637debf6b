import type { Stored } from "./record.ts";
import { naturalKey } from "./shown-record.ts";
import type { Created } from "./written.ts";

/** A request, as far as it tells whether it wrote what another had written. */
export interface Writing {
  /** Its id in the journal. */
  readonly exchange: string;
  /** Who may be compared at all: account, operation, and the test id if there is one. */
  readonly sort: string;
  /** When it came, and when its client knew what had become of it: Infinity while it waits. */
  readonly at: number;
  readonly overAt: number;
  /** Whether its answer was lost, spoilt or an error, also where something was written. */
  readonly failed: boolean;
  /** What is equal of two requests that say the same. */
  readonly likeness: string;
  /** What its client itself calls the write. */
  readonly name: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly created: readonly Created[];
}

/** What a request wrote that another had written before, whose response had failed its client. */
export interface Duplicates {
  /** The id of the request that wrote it first. */
  readonly of: string;
  /** The number of records. */
  readonly records: number;
  /** What its client chose anew, if that is why the service could not tell that both are the same; else null. */
  readonly renamed: NameMember | null;
}

/** What a client may name a write by. */
export type NameMember = "unique_id" | "Idempotency-Key";

/** A failed request, with what it created by form, and since when it has been done again. */
interface Lost {
  readonly request: Writing;
  readonly forms: Forms;
  doneAt: number;
}

type Forms = ReadonlyMap<string, Created>;

/**
 * Finds the requests that wrote what another had written: records are twins if they are equal but for their ids, the
 * times that the service made, and names (`unique_id`). The first request had failed its client before the second
 * came. One that was sent again with a good answer, under its own name, as it was or as a twin, has no more twins.
 *
 * @returns by the exchange of the later one
 */
export function twinsIn(requests: readonly Writing[]): Map<string, Duplicates> {
  const twins = new Map<string, Duplicates>();
  const sorts = new Set(
    requests.filter(({ failed, created }) => failed && created.length > 0).map(({ sort }) => sort),
  );
  if (sorts.size === 0) return twins;
  const lostBy = new Map<string, Lost[]>();
  const some = requests.filter(({ sort }) => sorts.has(sort)).toSorted((a, b) => a.at - b.at);
  const known = naturalKeysOf(some);
  for (const request of some) {
    const { exchange, sort, failed, overAt, at } = request;
    const forms = formsOf(request, known);
    const keys = [...selvesOf(request), ...forms.keys()].map((key) => `${sort}\n${key}`);
    const lost = firstOf(keys, (key) =>
      lostBy.get(key)?.find((each) => each.doneAt > at && each.request.overAt <= at),
    );
    const shared = lost === undefined ? [] : [...forms.keys()].filter((key) => lost.forms.has(key));
    if (lost !== undefined && shared.length > 0) {
      const renamed = renamedIn(lost, request, [lost.forms, forms], shared[0] ?? "");
      twins.set(exchange, { of: lost.request.exchange, records: shared.length, renamed });
    }
    if (!failed && lost !== undefined) lost.doneAt = overAt;
    if (!failed || forms.size === 0) continue;
    const isKnown = lost !== undefined && shared.length === forms.size;
    const kept = isKnown ? lost : { request, forms, doneAt: Number.POSITIVE_INFINITY };
    for (const key of keys) {
      const others = (lostBy.get(key) ?? []).filter((each) => each !== kept && each.doneAt > at);
      lostBy.set(key, [...others, kept]);
    }
  }
  return twins;
}

function firstOf<T>(keys: readonly string[], find: (key: string) => T | undefined): T | undefined {
  for (const key of keys) {
    const found = find(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** By what a request is sent again: its name, or as it was. */
const selvesOf = ({ name, likeness }: Writing): string[] => [
  ...(name === undefined ? [] : [`name ${name}`]),
  `as it was ${likeness}`,
];

function renamedIn(
  { request: before }: Lost,
  request: Writing,
  forms: readonly Forms[],
  form: string,
): NameMember | null {
  const differ = (one: unknown, other: unknown) =>
    one !== undefined && other !== undefined && one !== other;
  const [one, other] = forms.map((each) => uniqueIdOf(each.get(form)));
  if (differ(one, other)) return "unique_id";
  return differ(before.idempotencyKey, request.idempotencyKey) ? "Idempotency-Key" : null;
}

/** What an event's client sent as its `unique_id`, as it is read back (specification, "Create Event"). */
const sentName = "$event_id";

/** The members that only name a record. */
const names: readonly string[] = ["unique_id", sentName];

function uniqueIdOf(created: Created | undefined): unknown {
  const { properties } = (created?.record ?? {}) as { properties?: Record<string, unknown> | null };
  return properties?.[sentName];
}

/**
 * What records are like, whatever they are called: those with the same form are twins. Of equal ones in one request
 * each counts.
 *
 * @param known natural keys by id, also of what other requests created
 */
function formsOf({ created }: Writing, known: ReadonlyMap<string, string>): Forms {
  const forms = new Map<string, Created>();
  const places = placesOf(created);
  const nameOf: NameOf = (id) => known.get(id) ?? places.get(id) ?? id;
  for (const each of created) {
    const form = formOf(each, nameOf);
    let copy = 0;
    while (forms.has(`${form} ${copy}`)) copy += 1;
    forms.set(`${form} ${copy}`, each);
  }
  return forms;
}

/** By what a text is compared: of an id of something by what that is known by, else by itself. */
type NameOf = (text: string) => string;

/** What is told by its natural key, whichever request created it. */
function naturalKeysOf(requests: readonly Writing[]): Map<string, string> {
  const known = new Map<string, string>();
  for (const { of, record } of requests.flatMap(({ created }) => created)) {
    const key = naturalKey(of, record);
    if (key !== undefined) known.set(record.id, `${of.name} ${JSON.stringify(key)}`);
  }
  return known;
}

/** Which of its kind each is that one request created. */
function placesOf(created: readonly Created[]): Map<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    created.map(({ of, record }) => {
      const count = counts.get(of.name) ?? 0;
      counts.set(of.name, count + 1);
      return [record.id, `${of.name} ${count}`];
    }),
  );
}

function formOf({ of, record, dated, about }: Created, nameOf: NameOf): string {
  const { id, seq: _seq, ...said } = record as Stored & Readonly<Record<string, unknown>>;
  const left = new Set([...names, ...(dated ? [] : (of.instants ?? []))]);
  // An address may hold the id of what it leads to.
  const named: NameOf = (text) => {
    const name = nameOf(text);
    return name === text ? text.replaceAll(id, "") : name;
  };
  const members = Object.entries(said).filter(([name]) => !left.has(name));
  return JSON.stringify([of.name, about, plain(Object.fromEntries(members), named)]);
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
