import type { Account } from "../../../world/account.ts";
import type { Stored } from "../../../world/store/record.ts";
import { type Change, put } from "../../../world/store/store.ts";
import { type Work, works } from "../../../world/time/agenda.ts";
import { events } from "../../resources/event.ts";
import { flowRuns } from "../records.ts";
import { findMetric } from "../../events/metrics.ts";
import { type Flow, flows } from "../../resources/flow.ts";
import { isRunning, entering, plannedBy } from "./entry.ts";
import { dayMs } from "./wait.ts";
import type { TriggerOf } from "../../grammar/flow-triggers.ts";

export interface CatalogRecord extends Stored {
  readonly external_id: string;
  readonly sku?: string;
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly image_full_url?: string | null;
  readonly price: number | null;
  readonly inventory_quantity?: number | null;
  readonly item?: string;
}

const variants = "catalog-variant";
export const isOfCatalog = (collection: string): boolean =>
  collection === "catalog-item" || collection === variants;

export const itemWork = "flow.item";

export interface Finding {
  readonly flow: string;
  /** Tells changes of the item apart: each lets somebody enter once. */
  readonly change: number;
  readonly item: Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
  /** They have done something with it since then. */
  readonly since: number;
  /** What is looked through, and the event that was looked at last. */
  readonly audience: number;
  readonly after?: { readonly value: number; readonly seq: number };
}

const lookedAtOnce = 500;

/** Plans to find whom a lower price or stock lets enter a flow. */
export function itemChanged(
  account: Account,
  flow: Flow,
  before: CatalogRecord | undefined,
  after: CatalogRecord,
  now: number,
): Change[] {
  const { trigger } = flow;
  if (before === undefined || trigger === null) return [];
  const fits =
    (trigger.type === "price-drop" && hasDropped(trigger, before.price, after.price)) ||
    (trigger.type === "low-inventory" && runsLow(account, trigger, before, after));
  if (!fits || !("timeframe_days" in trigger)) return [];
  const { external_id, title, description, url, price, inventory_quantity } = after;
  const whole = itemOf(account, after);
  const seq = account.nextSeq();
  const input: Finding = {
    flow: flow.id,
    change: seq,
    item: {
      external_id,
      title,
      description,
      url,
      price,
      old_price: before.price,
      ...(inventory_quantity !== undefined && { inventory_quantity }),
      ...(after.image_full_url != null && { image_full_url: after.image_full_url }),
    },
    names: [external_id, after.sku, whole?.external_id].flatMap((name) => name ?? []),
    since: now - (trigger.timeframe_days ?? 30) * dayMs,
    audience: 0,
  };
  const work: Work = { id: `work-${seq}`, seq, due: now, kind: itemWork, input };
  return [put(works, work)];
}

function hasDropped(
  { price_drop_amount_value: least, price_drop_amount_unit: unit }: TriggerOf<"price-drop">,
  before: number | null,
  after: number | null,
): boolean {
  if (before === null || after === null || after >= before) return false;
  const drop = before - after;
  // Prices are of cents, which are no exact numbers.
  const found = unit === "percent" ? (drop / before) * 100 : drop;
  return found >= least - 1e-9;
}

/** Whether the stock of a variant, or of all of its item, has come down to what the trigger names. */
function runsLow(
  account: Account,
  { product_level: level, inventory_count: least }: TriggerOf<"low-inventory">,
  before: CatalogRecord,
  after: CatalogRecord,
): boolean {
  if (after.inventory_quantity === undefined) return false;
  const [old, fresh] = [before.inventory_quantity ?? 0, after.inventory_quantity ?? 0];
  if (fresh >= old) return false;
  const others = level === "variant" ? 0 : stockOf(account, after) - fresh;
  return others + old > least && others + fresh <= least;
}

function stockOf(account: Account, { item }: CatalogRecord): number {
  const range = { prefix: [item ?? ""] };
  const all = account.state.tableNamed(variants)?.scan(["item.id", "created"], range) ?? [];
  return [...all].reduce((sum, each) => sum + ((each as CatalogRecord).inventory_quantity ?? 0), 0);
}

const itemOf = (account: Account, { item }: CatalogRecord): CatalogRecord | undefined =>
  account.state.tableNamed("catalog-item")?.get(item ?? "") as CatalogRecord | undefined;

const audiences = {
  viewed: { mapped: "viewed_product", usual: "Viewed Product" },
  "added-to-cart": { mapped: "added_to_cart", usual: "Added to Cart" },
  "checkout-started": { mapped: "started_checkout", usual: "Started Checkout" },
} as const;

/** The metric of such an interest. @guess *ate_flow*: Without a mapped metric, the one with the usual name is used. */
function metricOf(account: Account, of: keyof typeof audiences): string {
  const { mapped, usual } = audiences[of];
  const known = account.state.tableNamed("mapped-metric")?.get(mapped) as
    | { readonly metric?: string | null }
    | undefined;
  return known?.metric ?? findMetric(account, usual)?.id ?? "";
}

/** Looks through some events for those who had to do with the item, and lets each enter once. */
export function findSome(account: Account, finding: Finding, now: number): void {
  const flow = account.table(flows).get(finding.flow);
  const trigger = flow?.trigger;
  if (flow === undefined || !isRunning(flow) || !trigger || !("audience" in trigger)) return;
  const of = trigger.audience[finding.audience];
  if (of === undefined) return;
  const range = {
    prefix: [metricOf(account, of)],
    after: finding.after,
    low: { value: finding.since, inclusive: true },
  };
  const found = new Map<string, Change>();
  const { after: _after, ...anew } = finding;
  let next: Finding = { ...anew, audience: finding.audience + 1 };
  let seen = 0;
  for (const event of account.table(events).scan(["metric_id", "datetime"], range)) {
    const { profile } = event;
    const id = `item ${flow.id} ${profile} ${finding.change}`;
    const isThere = found.has(id) || account.table(flowRuns).get(id) !== undefined;
    if (!isThere && isAbout(event.properties, finding.names)) {
      const cause = { item: finding.item };
      found.set(id, entering(account, { flow: flow.id, profile, cause }, now, id));
    }
    seen += 1;
    if (seen < lookedAtOnce) continue;
    next = { ...finding, after: { value: event.time, seq: event.seq } };
    break;
  }
  const changes = [...found.values()];
  if (changes.length > 0) account.commit([...changes, ...plannedBy(account, now)]);
  account.later(itemWork, next, now);
}

/** @guess *ate_flow*: An event names an item by a property such as `ProductID`, `VariantID` or `SKU`. */
const idName = /^(\$?(product|item|variant)[ _]?id|sku|id)$/i;
const deepest = 3;

/** Whether an event speaks of an item: by an id in its properties, or in the items that it lists. */
function isAbout(said: unknown, names: readonly string[], depth = 0): boolean {
  if (typeof said !== "object" || said === null || depth > deepest) return false;
  return Object.entries(said).some(([name, value]) => {
    const isName = typeof value === "string" || typeof value === "number";
    if (isName) return idName.test(name) && names.includes(String(value));
    return isAbout(value, names, depth + 1);
  });
}
