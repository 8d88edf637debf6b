import { defaultVendorName } from "../../contract/vendor-names.ts";
import type { Account } from "../../world/account.ts";
import { shortId } from "../../world/ids.ts";
import { metrics, type Integration, type Metric, type Event, events } from "../resources/event.ts";
import { isSystemMetric } from "./system-events.ts";
import type { Properties } from "../objects/records.ts";

/** The integration of metrics that were born from an event of the API (behaviour.md, 9). */
export function apiIntegration(account: Account): Integration {
  // Drawn from a copy: an account has one such integration.
  const id = shortId(account.dice("integration").clone());
  return { object: "integration", id, key: "api", name: "API", category: "API" };
}

/** @guess get_metrics, get_metric: A metric is the service's own by its name and the category `Internal`. */
export const isOfService = ({ name, integration }: Metric): boolean =>
  integration.category === "Internal" && isSystemMetric(name);

/** The integration of the service's own metrics, as they have it. @guess get_metrics, get_metric: The key of the service's own integration is its name in webhook topics. */
export function serviceIntegration(account: Account): Integration {
  for (const metric of account.table(metrics).all()) {
    if (isOfService(metric)) return metric.integration;
  }
  // Drawn from a copy: an account has one such integration.
  const id = shortId(account.dice("service integration").clone());
  const key = account.processing.vendorName ?? defaultVendorName;
  const name = key.charAt(0).toUpperCase() + key.slice(1);
  return { object: "integration", id, key, name, category: "Internal" };
}

/** The service's own metric of this name: a customer's may be called the same. */
export function findServiceMetric(account: Account, name: string): Metric | undefined {
  const oldest = findMetric(account, name);
  // Mostly there is one at most, and each event asks this.
  if (oldest === undefined || isOfService(oldest)) return oldest;
  const all = [...account.table(metrics).scan(["name"], { prefix: [name] })];
  return all.find(isOfService);
}

export const findMetric = (account: Account, name: string): Metric | undefined =>
  account.table(metrics).find(["name"], [name]);

export function newMetric(account: Account, name: string, now: number, integration: Integration) {
  const id = shortId(account.dice("metric"));
  return { id, seq: account.nextSeq(), name, created: now, updated: now, integration };
}

const orders = ["Ordered Product", "Placed Order"];

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

/** The products of an order that was fulfilled: as its own event has them, else as the one with which it was placed. */
// @guess create_event, bulk_create_events: `Fulfilled Order` and `Placed Order` of one order have the same `unique_id`.
export function productsOf(account: Account, fulfilled: Event): string[][] {
  const own = productsIn(fulfilled);
  const metric = findMetric(account, "Placed Order")?.id;
  if (own.length > 0 || metric === undefined) return own;
  const like = [fulfilled.profile, metric, fulfilled.unique_id];
  const placed = account.table(events).find(["profile_id", "metric_id", "unique_id"], like);
  return placed === undefined ? [] : productsIn(placed);
}

/** What an event was worth: its `$value`, if that is a number. */
export function amountOf({ properties }: Pick<Event, "properties">): number {
  const value = properties["$value"];
  return typeof value === "number" ? value : 0;
}

/** A sum of prices without what binary fractions add to it. JSON has no infinity. */
export const exactSum = (sum: number): number =>
  Number.isFinite(sum) ? Number(sum.toPrecision(15)) : Math.sign(sum) * Number.MAX_VALUE;
