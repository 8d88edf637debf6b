import type { Span } from "../scenarios/quiet.ts";
import type { Stored } from "../world/store/record.ts";
import { naturalKey } from "../world/store/record-change.ts";
import { type Collection, Table } from "../world/store/store.ts";

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
  readonly record?: Stored;
}

export type Tables = ReadonlyMap<string, Table>;

interface RunSpan {
  readonly account: string;
  /** In one of them lies all that is "now". */
  readonly spans: readonly Span[];
}

/** Jobs are how something was done, not what was done. */
const isJob = ({ name }: Collection): boolean => name.endsWith("-job");

const isCompared = (of: Collection): boolean => of.internal !== true && !isJob(of);

const depth = 2;

/** What became of a state. It costs what was changed. New records are told by what those are known by that they lead to. */
export function factsOf(before: Tables, after: Tables, place: RunSpan): Fact[] {
  const made = new Map<string, { of: Collection; record: Stored }>();
  const changes: Change[] = [];
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
    const name = oldNames.get(id) ?? nameAmong(nameable, id) ?? id;
    oldNames.set(id, name);
    return name;
  };
  const nameOf = (id: string, left: number): string => {
    const known = names.get(id);
    const found = made.get(id);
    if (known !== undefined || found === undefined) return known ?? id;
    if (left === 0 || isJob(found.of)) return `a ${found.of.name}`;
    const name = nameIn(found.of, found.record, plainAt(left - 1), oldName);
    names.set(id, name);
    return name;
  };
  const plainAt = (left: number): Plain =>
    plainIn(place, { has: (id) => made.has(id), nameOf: (id) => nameOf(id, left) });
  const plain = plainAt(depth);
  /** Such as the people of an import: what it did to them is in their profiles and lists. */
  const isOfJob = (record: Stored | undefined): boolean =>
    Object.values(record ?? {}).some((value) => {
      const of = typeof value === "string" ? made.get(value)?.of : undefined;
      return of !== undefined && isJob(of);
    });
  return changes
    .filter(({ of, record }) => isCompared(of) && !isOfJob(record))
    .flatMap((change) => factOf(change, plain, oldName) ?? []);
}

function nameAmong(tables: readonly Table[], id: string): string | undefined {
  for (const table of tables) {
    const record = table.get(id);
    const key = record && naturalKey(table.collection, record);
    if (key !== undefined) return Object.values(key).join(", ");
  }
  return undefined;
}

type Change = Readonly<{ of: Collection; old: Stored | undefined; record: Stored | undefined }>;
type Naming = (id: string) => string;

function factOf({ of, old, record }: Change, plain: Plain, oldName: Naming): Fact | undefined {
  const { name: collection } = of;
  if (old === undefined) {
    const made = record as Stored;
    const members = membersOf(of, made, plain);
    const name = nameIn(of, made, plain, oldName);
    return { collection, what: "added", name, members, record: made };
  }
  const known = { collection, id: old.id, name: nameIn(of, old, plain, oldName) };
  if (record === undefined) return { ...known, what: "removed", members: {} };
  const said = membersOf(of, old, plain, record);
  const members = membersOf(of, record, plain, old);
  const isSame = Object.keys({ ...said, ...members }).length === 0;
  return isSame ? undefined : { ...known, what: "changed", members, record };
}

/** By what a record is known: its natural key, else what it says. */
function nameIn(of: Collection, record: Stored, plain: Plain, oldName: Naming): string {
  const key = naturalKey(of, record);
  // What is known by one member alone has a name of its own; others are known by what they lead to.
  const leads = key !== undefined && Object.keys(key).length > 1;
  const texts = Object.values(key ?? membersOf(of, record, plain)).map((value) => {
    const known = plain(value, record.id);
    if (typeof known !== "string") return JSON.stringify(known);
    return leads && known === value ? oldName(known) : known;
  });
  return texts.join(", ");
}

/** What a record says that another does not. What the service makes says nothing of what a client did. */
function membersOf(of: Collection, record: Stored, plain: Plain, but?: Stored) {
  const { instants = [], secret = [], identified = [] } = of;
  const members: Record<string, unknown> = {};
  const others = but as Readonly<Record<string, unknown>> | undefined;
  for (const [name, value] of Object.entries(record)) {
    if (name === "id" || name === "seq" || value === undefined) continue;
    if (instants.includes(name) || secret.includes(name)) continue;
    if (others !== undefined && value === others[name]) continue;
    const plainOf = (each: unknown) => plain(each, record.id, identified.includes(name));
    const own = plainOf(value);
    if (others !== undefined && JSON.stringify(own) === JSON.stringify(plainOf(others[name])))
      continue;
    members[name] = own;
  }
  return members;
}

/** In place of an instant of the run, and of an id that only this run has. */
const now = "(now)";
const itself = "(itself)";
const own = "(the account)";

/** How far an instant that a client sends may lie from its run, in milliseconds. */
const slackMs = 3_600_000;

const isoDatetime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const epoch = /^\d{10}(\d{3})?$/;

/** A value as two runs can have it: without ids and times. @param isIdentified whether its parts have drawn ids */
type Plain = (value: unknown, id: string, isIdentified?: boolean) => unknown;

type Named = { readonly has: (id: string) => boolean; readonly nameOf: Naming };

function plainIn({ account, spans }: RunSpan, naming: Named): Plain {
  const isNow = (value: number): boolean => {
    const ms = value < 1e11 ? value * 1000 : value;
    return spans.some(({ from, until }) => ms >= from - slackMs && ms <= until + slackMs);
  };
  const textOf = (text: string, id: string): string => {
    if (text.length < 6) return text;
    if (naming.has(text)) return text === id ? itself : naming.nameOf(text);
    if (isoDatetime.test(text)) return isNow(Date.parse(text)) ? now : text;
    if (epoch.test(text)) return isNow(Number(text)) ? now : text;
    return text.replaceAll(id, itself).replaceAll(account, own);
  };
  const plain: Plain = (value, id, isIdentified = false) => {
    if (typeof value === "string") return textOf(value, id);
    if (typeof value === "number") return isNow(value) ? now : value;
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map((each) => plain(each, id, isIdentified));
    const members: Record<string, unknown> = {};
    for (const [name, each] of Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      if (isIdentified && name === "id") continue;
      members[textOf(name, id)] = plain(each, id, isIdentified);
    }
    return members;
  };
  return plain;
}
