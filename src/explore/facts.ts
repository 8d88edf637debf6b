import type { Stored } from "../world/store/record.ts";
import { naturalKey } from "../world/store/record-change.ts";
import { type Collection, Table } from "../world/store/store.ts";
import { type Naming, type RunSpan, Normalizer } from "./normalizer.ts";

/** What a run did to one record, in a form in which two runs can be compared: whatever ids and times it has. */
export interface Fact {
  readonly collection: string;
  readonly what: "added" | "changed" | "removed";
  /** By what it is known: its natural key, or that it was there before. */
  readonly name: string;
  /** What it says: of one that was changed, what it did not say before. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Where it was there before: its id, which every run has alike. */
  readonly id?: string;
  /** The record as it is. */
  readonly record?: Stored;
}

/** What an account has, by collection. */
export type Tables = ReadonlyMap<string, Table>;

/** Jobs are how something was done, not what was done. */
const isJob = ({ name }: Collection): boolean => name.endsWith("-job");

const isCompared = (of: Collection): boolean => of.internal !== true && !isJob(of);

/** How far names of what a record leads to are followed. */
const depth = 2;

/**
 * What became of a state. It costs what was changed: what both have in common is not looked at. References to new
 * records are told by what those are known by, two steps deep.
 */
export function factsOf(before: Tables, after: Tables, place: RunSpan): Fact[] {
  const made = new Map<string, { of: Collection; record: Stored }>();
  const changes: { of: Collection; old: Stored | undefined; record: Stored | undefined }[] = [];
  for (const [name, table] of after) {
    const of = table.collection;
    table.compare(before.get(name) ?? new Table(of), {
      added: (record) => {
        made.set(record.id, { of, record });
        changes.push({ of, old: undefined, record });
      },
      removed: (old) => changes.push({ of, old, record: undefined }),
      changed: (old, record) => changes.push({ of, old, record }),
    });
  }
  const names = new Map<string, string>();
  const oldNames = new Map<string, string>();
  const nameable = [...before.values()].filter(
    ({ collection }) => collection.natural !== undefined && isCompared(collection),
  );
  /** What was there before has the same id in every run, and a name for people. */
  const oldName = (id: string): string => {
    const known = oldNames.get(id);
    if (known !== undefined) return known;
    const name = nameAmong(nameable, id) ?? id;
    oldNames.set(id, name);
    return name;
  };
  const nameOf = (id: string, left: number): string => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const found = made.get(id);
    if (found === undefined) return id;
    if (left === 0 || isJob(found.of)) return `a ${found.of.name}`;
    const name = nameIn(found.of, found.record, plainAt(left - 1), oldName);
    names.set(id, name);
    return name;
  };
  const plainAt = (left: number): Normalizer => {
    const naming: Naming = { has: (id) => made.has(id), nameOf: (id) => nameOf(id, left) };
    return new Normalizer(place, naming);
  };
  const plain = plainAt(depth);
  /** Such as the people of an import: what it did to them is in their profiles and lists. */
  const isOfJob = (record: Stored | undefined): boolean =>
    Object.values(record ?? {}).some((value) => {
      const of = typeof value === "string" ? made.get(value)?.of : undefined;
      return of !== undefined && isJob(of);
    });
  return changes
    .filter(({ of, record }) => isCompared(of) && !isOfJob(record))
    .flatMap(({ of, old, record }) => factOf(of, old, record, plain, oldName) ?? []);
}

function nameAmong(tables: readonly Table[], id: string): string | undefined {
  for (const table of tables) {
    const record = table.get(id);
    const key = record && naturalKey(table.collection, record);
    if (key !== undefined) return Object.values(key).join(", ");
  }
  return undefined;
}

function factOf(
  of: Collection,
  old: Stored | undefined,
  record: Stored | undefined,
  plain: Normalizer,
  oldName: (id: string) => string,
): Fact | undefined {
  const { name: collection } = of;
  if (old === undefined) {
    const made = record as Stored;
    const members = membersOf(of, made, plain);
    const name = nameIn(of, made, plain, oldName);
    return { collection, what: "added", name, members, record: made };
  }
  const { id } = old;
  const name = nameIn(of, old, plain, oldName);
  if (record === undefined) {
    return { collection, what: "removed", name, members: {}, id };
  }
  const said = membersOf(of, old, plain, record);
  const members = membersOf(of, record, plain, old);
  if (Object.keys(members).length === 0 && Object.keys(said).length === 0) return undefined;
  return { collection, what: "changed", name, members, id, record };
}

/** By what a record is known: its natural key, else what it says. */
function nameIn(
  of: Collection,
  record: Stored,
  plain: Normalizer,
  oldName: (id: string) => string,
): string {
  const key = naturalKey(of, record);
  const said = key ?? membersOf(of, record, plain);
  // What is known by one member alone has a name of its own; others are known by what they lead to.
  const leads = key !== undefined && Object.keys(key).length > 1;
  const texts = Object.values(said).map((value) => {
    const known = plain.value(value, record.id);
    if (typeof known !== "string") return JSON.stringify(known);
    return leads && known === value ? oldName(known) : known;
  });
  return texts.join(", ");
}

/** What the service makes says nothing of what a client did. */
function membersOf(
  { instants = [], secret = [], identified = [] }: Collection,
  record: Stored,
  plain: Normalizer,
  but?: Stored,
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  const others = but as Readonly<Record<string, unknown>> | undefined;
  for (const [name, value] of Object.entries(record)) {
    if (name === "id" || name === "seq" || value === undefined) continue;
    if (instants.includes(name) || secret.includes(name)) continue;
    if (others !== undefined && value === others[name]) continue;
    const own = plain.value(value, record.id, identified.includes(name));
    if (others !== undefined) {
      const other = plain.value(others[name], record.id, identified.includes(name));
      if (JSON.stringify(own) === JSON.stringify(other)) continue;
    }
    members[name] = own;
  }
  return members;
}
