import { isDeepStrictEqual } from "node:util";
import { groupedBy } from "../report/streams.ts";
import type { Fact } from "./facts.ts";
import type { Odd } from "./result-shape.ts";

/** What is not compared, since two runs without faults differ in it. */
export interface LeftOut {
  /** Members of records, as `event.properties.run`. */
  readonly members: ReadonlySet<string>;
  readonly collections: ReadonlySet<string>;
}

export type Difference = readonly Odd[];

export const nothingLeftOut: LeftOut = { members: new Set(), collections: new Set() };

type Counted = { readonly fact: Fact; readonly count: number };

export class Facts {
  readonly #forms: ReadonlyMap<string, readonly Fact[]>;

  constructor(facts: readonly Fact[], leftOut: LeftOut) {
    const kept = facts.filter(({ collection }) => !leftOut.collections.has(collection));
    this.#forms = groupedBy(kept, (fact) => formOf(fact, leftOut));
  }

  difference(other: Facts): Difference {
    const odd = new Map<string, Both>();
    const note = (fact: Fact, side: keyof Both, count: number) => {
      if (count <= 0) return;
      const name = JSON.stringify([fact.collection, fact.what, fact.name]);
      const both = odd.get(name) ?? { expected: [], found: [] };
      both[side].push({ fact, count });
      odd.set(name, both);
    };
    for (const form of new Set([...this.#forms.keys(), ...other.#forms.keys()])) {
      const [expected = [], found = []] = [this.#forms.get(form), other.#forms.get(form)];
      if (expected.length === found.length) continue;
      const fact = (expected[0] ?? found[0]) as Fact;
      note(fact, "expected", expected.length);
      note(fact, "found", found.length);
    }
    return [...odd.values()].map(oddOf);
  }
}

type Both = Readonly<Record<"expected" | "found", Counted[]>>;

function oddOf({ expected, found }: Both): Odd {
  const sum = (counted: readonly Counted[]) => counted.reduce((all, { count }) => all + count, 0);
  const [usual, other] = [expected[0]?.fact, found[0]?.fact];
  const fact = (usual ?? other) as Fact;
  const { collection, what, name } = fact;
  const counts = { expected: sum(expected), found: sum(found) };
  const isChanged = usual !== undefined && other !== undefined && counts.expected === counts.found;
  const members = isChanged ? changedIn(usual.members, other.members) : {};
  return { collection, what, name, ...counts, members, where: whereOf(fact) };
}

/** Its id, where all runs have the same, and the members that stand in the record as they are compared. */
function whereOf({ id, members, record }: Fact): Odd["where"] {
  const raw = (record ?? {}) as unknown as Readonly<Record<string, unknown>>;
  const said = Object.entries(members).filter(
    ([name, value]) => value !== null && isDeepStrictEqual(value, raw[name]),
  );
  return { ...(id !== undefined && { id }), ...Object.fromEntries(said) };
}

function changedIn(usual: Fact["members"], other: Fact["members"]): Odd["members"] {
  const names = [...new Set([...Object.keys(usual), ...Object.keys(other)])];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(usual[name]) !== JSON.stringify(other[name]))
      .map((name) => [name, { expected: usual[name] ?? null, found: other[name] ?? null }]),
  );
}

/** What a fact says, but for what is left out; its name is made of its members, and says no more. */
function formOf({ collection, what, name, members }: Fact, { members: left }: LeftOut): string {
  const kept = Object.entries(members).flatMap(([member, value]) => {
    const path = `${collection}.${member}`;
    if (left.has(path)) return [];
    return [[member, partsOf(value)?.filter(([part]) => !left.has(`${path}.${part}`)) ?? value]];
  });
  return JSON.stringify([collection, what, what === "added" ? "" : name, kept]);
}

const partsOf = (value: unknown): [string, unknown][] | undefined =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? undefined
    : Object.entries(value);

/** What two runs without faults do not agree in: members if that explains it, else the whole collection. */
export function leftOutOf(one: readonly Fact[], other: readonly Fact[]): LeftOut {
  const members = new Set<string>();
  const collections = new Set<string>();
  for (const collection of new Set([...one, ...other].map((fact) => fact.collection))) {
    const [a = [], b = []] = [one, other].map((facts) =>
      facts.filter((fact) => fact.collection === collection),
    );
    const unstable = unstableIn(a, b);
    const found = { members: new Set(unstable), collections: new Set<string>() };
    if (new Facts(a, found).difference(new Facts(b, found)).length > 0) collections.add(collection);
    else for (const path of unstable) members.add(path);
  }
  return { members, collections };
}

function unstableIn(one: readonly Fact[], other: readonly Fact[]): string[] {
  const [a, b] = [valuesOf(one), valuesOf(other)];
  const textOf = (values: readonly string[] = []) => JSON.stringify(values.toSorted());
  const paths = new Set([...a.keys(), ...b.keys()]);
  const unstable = [...paths].filter((path) => textOf(a.get(path)) !== textOf(b.get(path)));
  // Of an object its members tell more.
  return unstable.filter((path) => !unstable.some((deeper) => deeper.startsWith(`${path}.`)));
}

function valuesOf(facts: readonly Fact[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  const note = (path: string, value: unknown) => {
    const known = values.get(path) ?? [];
    known.push(JSON.stringify(value) ?? "");
    values.set(path, known);
  };
  for (const { collection, members } of facts) {
    for (const [member, value] of Object.entries(members)) {
      const path = `${collection}.${member}`;
      note(path, value);
      for (const [name, each] of partsOf(value) ?? []) note(`${path}.${name}`, each);
    }
  }
  return values;
}
