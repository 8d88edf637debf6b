import type { Resource, ResourceTable } from "../../contract/resource.ts";
import type { Dated, Direction } from "../../domain/campaigns/links.ts";
import type { Account } from "../../world/account.ts";
import { type Change, type Collection, drop } from "../../world/store/store.ts";
import {
  catalogCategories,
  catalogCategory,
  catalogItem,
  catalogItems,
  type CatalogVariant,
  catalogVariant,
  catalogVariants,
  categoriesOfItems,
  itemsOfCategories,
} from "./resources.ts";

/** The other end of a relationship that a body may name. */
interface End {
  readonly type: string;
  readonly collection: Collection<Dated>;
  /** To many: how the two lead to each other. To one, the record has the other's id. */
  readonly direction?: Direction;
}

/** One kind of thing in a catalog, as far as its writing goes. */
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

type Defaults<T> = T extends { readonly attributes: infer A }
  ? {
      readonly [
        N in keyof A as A[N] extends { readonly default: unknown } ? N : never
      ]: A[N] extends {
        readonly default: infer D;
      }
        ? D
        : never;
    }
  : never;

/** Nothing more is asked of the records here than that they have an id and a date. */
const dated = <R extends Dated>(collection: Collection<R>): Collection<Dated> =>
  collection as never;

/** The variants of an item, in the order in which they were made. */
const variantsOf = (account: Account, item: string): CatalogVariant[] => [
  ...account.table(catalogVariants).scan(["item.id", "created"], { prefix: [item] }),
];

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
  along: (account, id) => variantsOf(account, id).map((each) => drop(catalogVariants, each.id)),
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
