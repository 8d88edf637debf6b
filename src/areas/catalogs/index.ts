import { wished } from "../../domain/back-in-stock.ts";
import { eventProfileProblems } from "../../domain/events/check.ts";
import { needed } from "../../domain/profiles/identity.ts";
import { type Dated, type Direction, linkedIds, linking } from "../../domain/campaigns/links.ts";
import { relinking, unlinking } from "../../domain/campaigns/links.ts";
import { conflict, invalidBody, refused } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Invocation, ApiArea } from "../../verbs/invocation.ts";
import { recordOf } from "../../verbs/invocation.ts";
import { recordNamed } from "../../verbs/write.ts";
import { empty, type Outcome, theChanged, theNew } from "../../verbs/outcome.ts";
import { commitInTurns } from "../../world/long-work.ts";
import type { Slices } from "../../world/time/slices.ts";
import { spawn, bulkJobs, work } from "./jobs.ts";
import { type End, type WithId, type Kind, type Given, categories, items } from "./kinds.ts";
import { variants, createOne, deleteOne, recordsOf, unknown, updateOne } from "./kinds.ts";
import { operations } from "./operations.ts";
import { catalogCategory, catalogItem, catalogVariant, categoriesOfItems } from "./resources.ts";
import { itemsOfCategories } from "./resources.ts";

type Behavior = AreaBehavior<typeof operations>;
type Bulk = Pick<Behavior, Extract<keyof Behavior, `bulk_${string}`>>;

const bulk = Object.fromEntries(
  Object.values(bulkJobs).map(({ act, kind }) => [`bulk_${act}_catalog_${kind.plural}`, spawn]),
) as unknown as Bulk;

const behavior: Behavior = {
  create_back_in_stock_subscription({ account, now, body }) {
    const { profile } = body.data.attributes;
    const at = "/data/attributes/profile";
    const problems = eventProfileProblems(account, profile.data, at, { among: needed });
    if (problems.length > 0) return invalidBody(problems);
    account.process(["event"], [wished(body.data, now)], now, "events");
    return empty(202);
  },

  create_catalog_item: (call) => create(call, items),
  update_catalog_item: (call) => update(call, items),
  delete_catalog_item: (call) => remove(call, items),
  create_catalog_variant: (call) => create(call, variants),
  update_catalog_variant: (call) => update(call, variants),
  delete_catalog_variant: (call) => remove(call, variants),
  create_catalog_category: (call) => create(call, categories),
  update_catalog_category: (call) => update(call, categories),
  delete_catalog_category: (call) => remove(call, categories),

  add_categories_to_catalog_item: (call) => link(call, items.ends.categories),
  update_categories_for_catalog_item: (call) => relink(call, items.ends.categories, relinking),
  remove_categories_from_catalog_item: (call) => unlink(call, items.ends.categories),
  add_items_to_catalog_category: (call) => link(call, categories.ends.items),
  update_items_for_catalog_category: (call) => relink(call, categories.ends.items, relinking),
  remove_items_from_catalog_category: (call) => unlink(call, categories.ends.items),

  ...bulk,
};

type Writing = Invocation & { readonly body: { readonly data: Given } };

function create({ account, body, now }: Writing, kind: Kind): Outcome {
  const made = createOne(account, kind, body.data, now);
  return refused(made) ? made : theNew(made);
}

function update(call: Writing, kind: Kind): Outcome {
  const record = recordNamed(call);
  if (refused(record)) return record;
  const changed = updateOne(call.account, kind, call.body.data, call.now);
  return refused(changed) ? changed : theChanged(changed);
}

function remove({ account, params: [id = ""] }: Invocation, kind: Kind): Outcome {
  const gone = deleteOne(account, kind, { id });
  return refused(gone) ? gone : empty(204);
}

type Linked = End & { readonly direction: Direction };
type Linking = Invocation & { readonly body: { readonly data: readonly WithId[] } };

/** @guess add_*_to_catalog_*, update_*_for_catalog_*, remove_*_from_catalog_*: An unknown id rejects the whole request with 400. */
function* relink(call: Linking, end: Linked, changes: typeof linking): Slices<Outcome> {
  const record = recordOf(call);
  if (refused(record)) return record;
  const { account, body } = call;
  const problems = unknown(account, end, body.data, (index) => `/data/${index}/id`);
  if (problems.length > 0) return invalidBody(problems);
  const others = recordsOf(account, end, body.data);
  yield* commitInTurns(account, changes(account, end.direction, record as Dated, others));
  return empty(204);
}

/** Adds all of them, of which none may be there (recorded.md, 6). */
function* link(call: Linking, end: Linked): Slices<Outcome> {
  const there = new Set(linkedIds(call.account, end.direction, call.params[0] ?? ""));
  const known = call.body.data.find((other) => there.has(other.id));
  if (known !== undefined)
    return conflict("/data", `The ${end.type} ${known.id} is there already.`);
  return yield* relink(call, end, linking);
}

/** @guess remove_categories_from_catalog_item, remove_items_from_catalog_category: Removing a link that does not exist is no error. */
function* unlink(call: Linking, { direction }: Linked): Slices<Outcome> {
  const record = recordOf(call);
  if (refused(record)) return record;
  const ids = call.body.data.map(({ id }) => id);
  yield* commitInTurns(call.account, unlinking(direction, record.id, ids));
  return empty(204);
}

export const catalogsArea: ApiArea = {
  name: "catalogs",
  resources: [
    catalogItem,
    catalogVariant,
    catalogCategory,
    ...Object.values(bulkJobs).map(({ resource }) => resource),
  ],
  collections: [categoriesOfItems, itemsOfCategories] as never,
  operations,
  behavior,
  work,
};
