import { defaultsOf } from "../areas/catalogs/kinds.ts";
import { catalogItem, catalogVariant } from "../areas/catalogs/resources.ts";
import { catalogId } from "../areas/catalogs/shape.ts";
import { nearest } from "../world/nearest.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";
import { quoted } from "./fixture/error.ts";
import { founded, pastTime } from "./groups.ts";
import type { Place } from "./input/place.ts";
import type { CatalogPlan, PlanTime } from "./plan.ts";

type Planned<K extends keyof CatalogPlan> = CatalogPlan[K][number];

/**
 * The catalog of an account, in the order of the files.
 *
 * @throws FixtureError for what is named twice, or by nothing
 */
export function catalogOf(draft: AccountDraft): CatalogPlan {
  const categories = new Things<Planned<"categories">>("category");
  for (const { item: given, place } of itemsOf(draft, "catalog_categories")) {
    const { external_id, name } = given;
    categories.add({ id: catalogId(external_id), external_id, name, ...made(given, place) }, place);
  }
  const items = new Things<Planned<"items">>("item");
  for (const { item: given, place } of itemsOf(draft, "catalog_items")) {
    const { categories: named = [], ...rest } = given;
    const inside = named.map((name, at) => categories.require(name, place.at("categories", at)).id);
    const thing = { ...defaultsOf(catalogItem), ...said(rest), id: catalogId(given.external_id) };
    items.add({ ...thing, ...made(given, place), categories: [...new Set(inside)] }, place);
  }
  const variants = new Things<Planned<"variants">>("variant");
  for (const { item: given, place } of itemsOf(draft, "catalog_variants")) {
    const of = items.require(given.item, place.at("item"));
    const { title, description, url, price } = of;
    const like = { title, description, url, price: price ?? 0 };
    const stock = { sku: given.external_id, inventory_quantity: 0 };
    const thing = { ...defaultsOf(catalogVariant), ...like, ...stock, ...said(given) };
    const id = catalogId(given.external_id);
    variants.add({ ...thing, id, item: of.id, ...made(given, place) }, place);
  }
  return { categories: categories.plans, items: items.plans, variants: variants.plans };
}

/** Those of one kind, by what they are called in the files. */
class Things<P extends { readonly external_id: string }> {
  readonly plans: P[] = [];
  readonly #what: string;
  readonly #known = new Map<string, { readonly plan: P; readonly place: Place }>();

  constructor(what: string) {
    this.#what = what;
  }

  add(plan: P, place: Place): void {
    const known = this.#known.get(plan.external_id);
    if (known !== undefined) {
      const what = `a catalog ${this.#what} ${quoted(plan.external_id)} is already at ${known.place}`;
      throw place.at("external_id").error(what);
    }
    this.#known.set(plan.external_id, { plan, place });
    this.plans.push(plan);
  }

  require(name: string, place: Place): P {
    const found = this.#known.get(name);
    if (found !== undefined) return found.plan;
    const like = nearest(name, this.#known.keys());
    const hint = like === undefined ? "expected an external_id" : `did you mean ${like}?`;
    throw place.error(`unknown catalog ${this.#what} ${quoted(name)} (${hint})`);
  }
}

/** What is said, and not by null. */
const said = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as {
    [K in keyof T]: Exclude<T[K], null>;
  };

const made = ({ created }: { readonly created?: string }, place: Place): { created: PlanTime } => ({
  created: created === undefined ? founded : pastTime(created, place.at("created")),
});
