import {
  catalogCategories,
  catalogItems,
  catalogVariants,
  categoriesOfItems,
  itemsOfCategories,
} from "../../areas/catalogs/resources.ts";
import { linking } from "../../domain/campaigns/links.ts";
import type { Account } from "../../world/account.ts";
import type { Stored } from "../../world/store/record.ts";
import type { Collection } from "../../world/store/store.ts";
import type { CatalogPlan, PlanTime } from "../plan.ts";
import { instantOf } from "../fixture/times.ts";

/** Puts a catalog into an account: what is there already stays as it is. */
export function plantCatalog(account: Account, plan: CatalogPlan, planted: number): void {
  /** In the order in which they came to be. */
  const add = <R extends Stored, P extends { id: string; created: PlanTime }>(
    collection: Collection<R>,
    things: readonly P[],
  ) => {
    const records = things
      .filter(({ id }) => account.table(collection).get(id) === undefined)
      .map((thing) => ({ ...thing, created: instantOf(thing.created, planted) }))
      .sort((a, b) => a.created - b.created)
      .map((thing) => ({ ...thing, updated: thing.created, seq: account.nextSeq() }));
    account.load(collection, records as never);
  };
  add(catalogCategories, plan.categories);
  const items = plan.items.map((each) => {
    const { categories: _, ...item } = each;
    return item;
  });
  add(catalogItems, items);
  add(catalogVariants, plan.variants);
  const direction = { links: categoriesOfItems, back: itemsOfCategories };
  for (const { id, categories } of plan.items) {
    const item = account.table(catalogItems).get(id);
    if (item === undefined || categories.length === 0) continue;
    const inside = categories.flatMap((each) => account.table(catalogCategories).get(each) ?? []);
    account.commit(linking(account, direction, item, inside));
  }
}
