import type { Resource, ResourceTable } from "../../contract/resource.ts";
import { type Dated, type Direction, linkedIds, relinking } from "../../domain/campaigns/links.ts";
import { unlinking } from "../../domain/campaigns/links.ts";
import type { Account } from "../../world/account.ts";
import { type Change, type Collection, drop, put } from "../../world/store/store.ts";
import { catalogCategories, catalogCategory, catalogItem, catalogItems } from "./resources.ts";
import { catalogVariant, catalogVariants, categoriesOfItems } from "./resources.ts";
import { itemsOfCategories, catalogId } from "./resources.ts";
import { type Problem, type Refusal, conflict, invalidBody } from "../../jsonapi/refusal.ts";
import { missingProblem, noSuchRecord, refused } from "../../jsonapi/refusal.ts";

export interface End {
  readonly type: string;
  readonly collection: Collection<Dated>;
  /** To many: how the two lead to each other. To one, the record has the other's id. */
  readonly direction?: Direction;
}

export interface Kind {
  readonly type: string;
  /** What bodies and relationships call several of them, and what the ids of job rows do. */
  readonly plural: string;
  readonly word: string;
  readonly collection: Collection<Dated>;
  /** What stands where nothing is said, or null. @guess update_catalog_*, bulk_update_catalog_*: Null sets an attribute back to its default. */
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly ends: Readonly<Record<string, End>>;
  /** What goes with one that is deleted, beside its links. */
  readonly along: (account: Account, id: string) => readonly Change[];
}

/** What stands where nothing is said, as the attributes of a type say it. */
export const defaultsOf = <T extends ResourceTable>({ attributes }: Resource<T>): Defaults<T> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) =>
      "default" in attribute ? [[name, attribute.default]] : [],
    ),
  ) as Defaults<T>;

type Defaults<T> = T extends { readonly attributes: infer A } ? DefaultsIn<A> : never;
type DefaultsIn<A> = {
  readonly [N in keyof A as "default" extends keyof A[N] ? N : never]: A[N]["default" & keyof A[N]];
};

/** Nothing more is asked of the records here than that they have an id and a date. */
const dated = <R extends Dated>(collection: Collection<R>): Collection<Dated> =>
  collection as never;

export const items = {
  type: "catalog-item",
  plural: "items",
  word: "catalog_items",
  collection: dated(catalogItems),
  defaults: defaultsOf(catalogItem),
  ends: {
    categories: {
      type: "catalog-category",
      collection: dated(catalogCategories),
      direction: { links: categoriesOfItems, back: itemsOfCategories },
    },
  },
  along(account: Account, id: string) {
    const own = account.table(catalogVariants).scan(["item.id", "created"], { prefix: [id] });
    return Array.from(own, (each) => drop(catalogVariants, each.id));
  },
} as const satisfies Kind;

export const variants = {
  type: "catalog-variant",
  plural: "variants",
  word: "variants",
  collection: dated(catalogVariants),
  defaults: defaultsOf(catalogVariant),
  ends: { item: { type: "catalog-item", collection: dated(catalogItems) } },
  along: () => [],
} as const satisfies Kind;

export const categories = {
  type: "catalog-category",
  plural: "categories",
  word: "categories",
  collection: dated(catalogCategories),
  defaults: defaultsOf(catalogCategory),
  ends: {
    items: {
      type: "catalog-item",
      collection: dated(catalogItems),
      direction: { links: itemsOfCategories, back: categoriesOfItems },
    },
  },
  along: () => [],
} as const satisfies Kind;

export type WithId = { readonly id: string };

/** What a body says of one thing. Refusals point into it as if it were the only one: `/data/…`. */
export interface Given {
  readonly id?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<
    Record<string, { readonly data?: WithId | readonly WithId[] } | undefined>
  >;
}

export function createOne(account: Account, kind: Kind, given: Given, now: number) {
  const { integration_type: _, catalog_type: __, ...attributes } = given.attributes ?? {};
  const id = catalogId(attributes["external_id"]);
  if (account.table(kind.collection).get(id) !== undefined) {
    const hint = `${id} exists: change it with PATCH /api/catalog-${kind.plural}/${id}`;
    return conflict("/data/attributes/external_id", `A ${kind.type} with id ${id} exists.`, hint);
  }
  const ends = endsOf(account, kind, given);
  if (refused(ends)) return ends;
  const base = { ...kind.defaults, id, seq: account.nextSeq(), created: now, updated: now };
  const record = { ...base, ...said(kind, attributes), ...ends.single };
  account.commit([put(kind.collection, record), ...ends.linked(record)]);
  return record;
}

/** Other attributes of one that is there; of its links those to the ends that are named stay. */
export function updateOne(account: Account, kind: Kind, given: Given, now: number) {
  const before = account.table(kind.collection).get(given.id ?? "");
  if (before === undefined) return noSuchRecord(kind.type, given.id ?? "");
  const ends = endsOf(account, kind, given);
  if (refused(ends)) return ends;
  const changed = { ...said(kind, given.attributes ?? {}), ...ends.single, updated: now };
  const record = { ...before, ...changed };
  account.commit([put(kind.collection, record), ...ends.linked(record)]);
  return record;
}

export function deleteOne(account: Account, kind: Kind, { id = "" }: Given): Dated | Refusal {
  const record = account.table(kind.collection).get(id);
  if (record === undefined) return noSuchRecord(kind.type, id);
  const links = Object.values(kind.ends).flatMap(({ direction }) =>
    direction === undefined ? [] : unlinking(direction, id, linkedIds(account, direction, id)),
  );
  account.commit([...links, ...kind.along(account, id), drop(kind.collection, id)]);
  return record;
}

/** The attributes as the record has them: null is what stands where nothing is said. */
function said({ defaults }: Kind, attributes: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => {
      if (value !== null) return [[name, value]];
      return name in defaults ? [[name, defaults[name]]] : [];
    }),
  );
}

/** The ends that a body names: ids for the record itself, and the changes for its links. */
function endsOf(account: Account, kind: Kind, { relationships = {} }: Given) {
  const single: Record<string, string> = {};
  const linkings: ((record: Dated) => Change[])[] = [];
  const problems: Problem[] = [];
  for (const [name, end] of Object.entries(kind.ends)) {
    const data = relationships[name]?.data;
    if (data === undefined) continue;
    const at = `/data/relationships/${name}/data`;
    const { direction } = end;
    const named = [data].flat() as readonly WithId[];
    const placeOf = (index: number) => (direction ? `${at}/${index}/id` : `${at}/id`);
    problems.push(...unknown(account, end, named, placeOf));
    if (direction === undefined) single[name] = named[0]?.id ?? "";
    else {
      linkings.push((record) =>
        relinking(account, direction, record, recordsOf(account, end, named)),
      );
    }
  }
  if (problems.length > 0) return invalidBody(problems);
  return { single, linked: (record: Dated) => linkings.flatMap((each) => each(record)) };
}

export const unknown = (
  account: Account,
  { type, collection }: End,
  named: readonly WithId[],
  pointerAt: (index: number) => string,
): Problem[] =>
  named.flatMap(({ id }, index) =>
    account.table(collection).get(id) === undefined
      ? [missingProblem(pointerAt(index), type, id)]
      : [],
  );

export const recordsOf = (account: Account, { collection }: End, named: readonly WithId[]) =>
  [...new Set(named.map(({ id }) => id))].flatMap((id) => account.table(collection).get(id) ?? []);
