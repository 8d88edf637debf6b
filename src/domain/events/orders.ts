import type { Account } from "../../world/account.ts";
import { findMetric } from "./metrics.ts";
import type { Properties } from "../objects/records.ts";
import { type Event, events } from "../resources/event.ts";

/** The metrics of orders. */
const orders = ["Ordered Product", "Placed Order"];

/** How orders name a product. */
const ids = ["ProductID", "SKU"];

/** @guess create_client_review: A review is verified by an order of the profile that names the product as `ProductID` or `SKU`. */
export function hasOrdered(account: Account, profile: string, product: string): boolean {
  const kinds = new Set(orders.map((name) => findMetric(account, name)?.id));
  const theirs = account.table(events).scan(["profile_id", "datetime"], { prefix: [profile] });
  for (const event of theirs) {
    if (kinds.has(event.metric) && productsIn(event).some((names) => names.includes(product))) {
      return true;
    }
  }
  return false;
}

/** What an order calls its products, each by all of its names: the event's own, and those of its items. */
export function productsIn({ properties }: Event): string[][] {
  const items = properties["Items"];
  const all = [properties, ...(Array.isArray(items) ? (items as unknown[]) : [])];
  return all
    .map((each) =>
      ids.flatMap((id) => {
        const name = (each as Properties | null)?.[id];
        return name == null ? [] : [String(name)];
      }),
    )
    .filter((names) => names.length > 0);
}

/**
 * The products of an order that was fulfilled, each by all of its names: as its own event has them, else as the one
 * does with which it was placed. @guess create_event, bulk_create_events: `Fulfilled Order` and `Placed Order` of one
 * order have the same `unique_id`.
 */
export function productsOf(account: Account, fulfilled: Event): string[][] {
  const own = productsIn(fulfilled);
  const metric = findMetric(account, "Placed Order")?.id;
  if (own.length > 0 || metric === undefined) return own;
  const like = [fulfilled.profile, metric, fulfilled.unique_id];
  const placed = account.table(events).find(["profile_id", "metric_id", "unique_id"], like);
  return placed === undefined ? [] : productsIn(placed);
}
