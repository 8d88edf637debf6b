import { wished } from "../../domain/back-in-stock.ts";
import { eventProfileProblems } from "../../domain/events/check.ts";
import { needed } from "../../domain/profiles/identity.ts";
import {
  type Dated,
  type Direction,
  linkedIds,
  linking,
  relinking,
  unlinking,
} from "../../domain/campaigns/links.ts";
import { conflict, invalid, invalidBody, refused } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Invocation } from "../../verbs/invocation.ts";
import { recordOf } from "../../verbs/get.ts";
import { empty, type Outcome, theChanged, theNew } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { commitInTurns } from "../../world/long-work.ts";
import type { Slices } from "../../world/time/slices.ts";
import type { Change } from "../../world/store/store.ts";
import { spawn } from "./jobs.ts";
import { categories, items, type Kind, variants } from "./kinds.ts";
import type { operations } from "./operations.ts";
import { createOne, deleteOne, type Given, recordsOf, unknown, updateOne } from "./write.ts";

export const behavior: AreaBehavior<typeof operations> = {
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

  bulk_create_catalog_items: spawn,
  bulk_update_catalog_items: spawn,
  bulk_delete_catalog_items: spawn,
  bulk_create_catalog_variants: spawn,
  bulk_update_catalog_variants: spawn,
  bulk_delete_catalog_variants: spawn,
  bulk_create_catalog_categories: spawn,
  bulk_update_catalog_categories: spawn,
  bulk_delete_catalog_categories: spawn,
};

type Writing = Invocation & { readonly body: { readonly data: Given } };

function create({ account, body, now }: Writing, kind: Kind): Outcome {
  const made = createOne(account, kind, body.data, now);
  return refused(made) ? made : theNew(made);
}

function update(call: Writing, kind: Kind): Outcome {
  const record = recordOf(call);
  if (refused(record)) return record;
  const { account, body, now } = call;
  if (body.data.id !== record.id) {
    return invalid("/data/id", `The id must be the path's: ${record.id}.`);
  }
  const changed = updateOne(account, kind, body.data, now);
  return refused(changed) ? changed : theChanged(changed);
}

function remove({ account, params: [id = ""] }: Invocation, kind: Kind): Outcome {
  const gone = deleteOne(account, kind, { id });
  return refused(gone) ? gone : empty(204);
}

type Linked = Kind["ends"][string] & { readonly direction: Direction };
type Linking = Invocation & {
  readonly body: { readonly data: readonly { readonly id: string }[] };
};

/** @guess add_*_to_catalog_*, update_*_for_catalog_*, remove_*_from_catalog_*: An unknown id rejects the whole request with 400. */
function* relink(
  call: Linking,
  end: Linked,
  changes: (
    account: Account,
    direction: Direction,
    one: Dated,
    others: readonly Dated[],
  ) => readonly Change[],
): Slices<Outcome> {
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
  const {
    account,
    params: [id = ""],
    body,
  } = call;
  const there = new Set(linkedIds(account, end.direction, id));
  const known = body.data.find((other) => there.has(other.id));
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
