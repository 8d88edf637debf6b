import type { Account } from "../world/account.ts";
import { findMetric } from "./metrics.ts";
import type { MappedMetric } from "./records.ts";

/**
 * What the service speaks of, whatever an account calls its metrics (facts, metrics.json), and the
 * metric that usually stands for it. @guess
 */
const usual: Readonly<Record<string, string>> = {
  added_to_cart: "Added to Cart",
  cancelled_sales: "Cancelled Order",
  ordered_product: "Ordered Product",
  refunded_sales: "Refunded Order",
  revenue: "Placed Order",
  started_checkout: "Started Checkout",
  viewed_product: "Viewed Product",
};

export const mappedNames: readonly string[] = Object.keys(usual);

/** How an account's metrics are mapped before anybody changes it: to those of the usual names. */
export const firstMapped = (account: Account, now: number): MappedMetric[] =>
  Object.entries(usual).map(([id, name]) => {
    const wanted = id === "revenue" ? (account.settings.orderMetric ?? name) : name;
    const metric = findMetric(account, wanted)?.id ?? null;
    return { id, seq: account.nextSeq(), updated: now, metric, custom_metric: null };
  });
