import type { JsonSchema } from "../schema.ts";
import { optionsOf, resolved, SchemaError, isWithin, said, itemsOf } from "./alternatives.ts";
import { membersOf, named, requiredOf, typeIn, type Rooted } from "./alternatives.ts";

interface Asking {
  /** `within`: what ours lets through theirs does too, and none of their members and values is missing. */
  readonly as: "same" | "within";
}

export interface SchemaDifference {
  /** The members on the way: `[]` the items of a list, `<type>` one of several objects: `data.attributes.profiles.data[].id` */
  readonly at: string;
  /** As the document has it: `added` is not in the emulator. */
  readonly change: "added" | "removed" | "changed";
  readonly is: string;
}

/** Of two schemas, more differences say nothing more. */
const differencesMax = 5000;

/** Holds two schemas against each other, but for lengths and sizes. @throws SchemaError: a circle, or too much */
export const schemaDifferences = (ours: Rooted, theirs: Rooted, { as }: Asking) =>
  new Comparison(ours.root, theirs.root, as).of(ours.schema, theirs.schema);

class Comparison {
  readonly #ours: object;
  readonly #theirs: object;
  readonly #isSame: boolean;
  /** Each pair is compared once: what is within itself, in a circle, says nothing new. */
  readonly #known = new Map<JsonSchema, Map<JsonSchema, readonly SchemaDifference[]>>();

  constructor(ours: object, theirs: object, as: Asking["as"]) {
    this.#ours = ours;
    this.#theirs = theirs;
    this.#isSame = as === "same";
  }

  of(mine: unknown, other: unknown): readonly SchemaDifference[] {
    const [one, two] = [resolved(mine, this.#ours), resolved(other, this.#theirs)];
    const pairs = this.#known.get(one) ?? new Map<JsonSchema, readonly SchemaDifference[]>();
    this.#known.set(one, pairs);
    const before = pairs.get(two);
    if (before !== undefined) return before;
    pairs.set(two, []);
    const found = this.#compared(one, two);
    if (found.length > differencesMax) throw new SchemaError("its schemas differ in too much");
    pairs.set(two, found);
    return found;
  }

  #compared(mine: JsonSchema, other: JsonSchema): SchemaDifference[] {
    const [a, b] = [optionsOf(mine, this.#ours), optionsOf(other, this.#theirs)];
    if (a.isAnything && b.isAnything) return [];
    if (a.isAnything !== b.isAnything) return unlike(said(a, b), said(b, a));
    const isSame = this.#isSame;
    const isOther = isSame ? said(a) !== said(b) : !isWithin(a, b);
    const hasLists = a.lists.length > 0 && b.lists.length > 0;
    return [
      ...(a.isNullable && !b.isNullable ? unlike("may be null", "not") : []),
      ...(b.isNullable && !a.isNullable && isSame ? unlike("not null", "may be") : []),
      ...(isOther ? unlike(said(a, b), said(b, a)) : []),
      ...(hasLists ? this.of(itemsOf(a.lists), itemsOf(b.lists)).map(below("[]")) : []),
      ...this.#objects(a.objects, b.objects),
    ];
  }

  #objects(mine: readonly JsonSchema[], others: readonly JsonSchema[]): SchemaDifference[] {
    const [[one], [two]] = [mine, others];
    if (one === undefined || two === undefined) return [];
    if (mine.length === 1 && others.length === 1) return this.#members(one, two);
    const a = new Map(mine.map((each) => [`<${typeIn(each, this.#ours)}>`, each]));
    const b = new Map(others.map((each) => [`<${typeIn(each, this.#theirs)}>`, each]));
    return compareParts(a, b, (x, y) => this.#members(x, y));
  }

  #members(mine: JsonSchema, other: JsonSchema): SchemaDifference[] {
    const [a, b] = [membersOf(mine), membersOf(other)];
    if (a === undefined || b === undefined) return a === b ? [] : unlike(named(a), named(b));
    const [needed, published] = [requiredOf(mine), requiredOf(other)];
    const asked = Object.keys(a).flatMap((name): SchemaDifference[] => {
      if (!Object.hasOwn(b, name)) return [];
      const [must, theirs] = [needed.includes(name), published.includes(name)];
      if (theirs && !must) return unlike("optional", "required", name);
      return must && !theirs && this.#isSame ? unlike("required", "optional", name) : [];
    });
    const parts = [new Map(Object.entries(a)), new Map(Object.entries(b))] as const;
    return [...asked, ...compareParts(...parts, (x, y) => this.of(x, y))];
  }
}

type Keyed = ReadonlyMap<string, unknown>;

export const bothOf = (one: Keyed, two: Keyed) => [...new Set([...one.keys(), ...two.keys()])];

function compareParts<T>(
  mine: ReadonlyMap<string, T>,
  others: ReadonlyMap<string, T>,
  compare: (mine: T, other: T) => readonly SchemaDifference[],
): SchemaDifference[] {
  return bothOf(mine, others).flatMap((at) => {
    const [a, b] = [mine.get(at), others.get(at)];
    return a === undefined || b === undefined ? present(at, a, b) : compare(a, b).map(below(at));
  });
}

export function present(at: string, mine: unknown, other: unknown): SchemaDifference[] {
  if ((mine === undefined) === (other === undefined)) return [];
  return mine === undefined
    ? [{ at, change: "added", is: "in the document only" }]
    : [{ at, change: "removed", is: "in the emulator only" }];
}

export const unlike = (mine: string, other: string, at = ""): SchemaDifference[] =>
  mine === other ? [] : [{ at, change: "changed", is: `${mine}, in the document: ${other}` }];

const below =
  (at: string) =>
  (each: SchemaDifference): SchemaDifference => ({
    ...each,
    at: /^($|[[<])/.test(each.at) ? at + each.at : `${at}.${each.at}`,
  });

export const differenceText = ({ at, is }: SchemaDifference): string => `${at}: ${is}`;
