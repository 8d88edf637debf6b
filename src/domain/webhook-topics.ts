import { vendorNames } from "../contract/vendor-names.ts";
import type { Account } from "../world/account.ts";
import { isOfService } from "./events/metrics.ts";
import { type Metric, metrics } from "./resources/event.ts";
import { systemMetrics } from "./events/system-events.ts";
import { namesOf } from "./vendor.ts";

/** @guess get_webhook_topic*, create_webhook, update_webhook: A topic has the metric's name in lower case, with `_` for all but letters and digits. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");

/** The topic of a metric of the service's own, where the service has no other name. */
export const serviceTopic = (name: string): string => `${vendorNames().topics}${slugOf(name)}`;

/** Metrics are never changed: a topic is worked out once. By account, since it carries the vendor's name. */
const known = new WeakMap<Metric, string>();

/** The topic of a metric's events: `event:api.viewed_product`, and of the service's own `event:service.…`. */
export function topicOf(account: Account, metric: Metric): string {
  if (isOfService(metric)) return `${namesOf(account).topics}${slugOf(metric.name)}`;
  const found =
    known.get(metric) ?? `event:${slugOf(metric.integration.key)}.${slugOf(metric.name)}`;
  known.set(metric, found);
  return found;
}

/** A metric that need not be there yet: that of the service's own events begins with the first of them. */
export interface TopicMetric {
  readonly name: string;
  readonly ofService: boolean;
}

type Topics = ReadonlyMap<string, TopicMetric>;

/** The topics of an account as its metrics stand: a body may name each of them. */
const made = new WeakMap<object, { readonly version: number; readonly topics: Topics }>();

/** Every topic of an account in alphabetical order, with the metric of its events; of two alike the older one. */
export function topicsOf(account: Account): Topics {
  const table = account.table(metrics);
  const [{ version }, last] = [table, made.get(table)];
  if (last?.version === version) return last.topics;
  const found = new Map<string, TopicMetric>();
  for (const name of systemMetrics) {
    found.set(`${namesOf(account).topics}${slugOf(name)}`, { name, ofService: true });
  }
  for (const metric of table.scan(["created"])) {
    const topic = topicOf(account, metric);
    if (found.has(topic)) continue;
    found.set(topic, { name: metric.name, ofService: isOfService(metric) });
  }
  const topics = new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
  made.set(table, { version, topics });
  return topics;
}

/** A topic as a record: it has nothing but its id. */
export const topicRecord = (id: string) => ({ id, seq: 0 });
