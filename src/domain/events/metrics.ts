import { defaultVendorName } from "../../contract/vendor-names.ts";
import type { Account } from "../../world/account.ts";
import { shortId } from "../../world/ids.ts";
import { metrics } from "../resources/metric.ts";
import type { Integration, Metric } from "../resources/metric.ts";
import { isSystemMetric } from "./system-events.ts";

/** The integration of metrics that were born from an event of the API (behaviour.md, 9). */
export function apiIntegration(account: Account): Integration {
  // Drawn from a copy, since there is one such integration in an account.
  const id = shortId(account.dice("integration").clone());
  return { object: "integration", id, key: "api", name: "API", category: "API" };
}

/** @guess get_metrics, get_metric: A metric is the service's own by its name and the category `Internal`. */
export const isOfService = ({ name, integration }: Metric): boolean =>
  integration.category === "Internal" && isSystemMetric(name);

/**
 * The integration of the metrics that are the service's own: what they have already, else a new one. @guess
 * get_metrics, get_metric: The key of the service's own integration is its name in webhook topics.
 */
export function serviceIntegration(account: Account): Integration {
  for (const metric of account.table(metrics).all()) {
    if (isOfService(metric)) return metric.integration;
  }
  // Drawn from a copy, since there is one such integration in an account.
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

/** The oldest metric of this name. */
export const findMetric = (account: Account, name: string): Metric | undefined =>
  account.table(metrics).find(["name"], [name]);

/** A metric that is not there yet. */
export function newMetric(
  account: Account,
  name: string,
  now: number,
  integration: Integration,
): Metric {
  const id = shortId(account.dice("metric"));
  return { id, seq: account.nextSeq(), name, created: now, updated: now, integration };
}
