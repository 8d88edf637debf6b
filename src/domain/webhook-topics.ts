import { type VendorNames, vendorNames } from "../contract/vendor-names.ts";
import type { Account } from "../world/account.ts";
import { isOfService, findMetric, findServiceMetric } from "./events/metrics.ts";
import { type Metric, metrics, type Event, events } from "./resources/event.ts";
import { systemMetrics } from "./events/system-events.ts";
import { profiles } from "./resources/profile.ts";
import { writeEvent } from "./events/write.ts";

/** The names on the wire that carry the service's own. */
export const namesOf = ({ processing }: Account): VendorNames => vendorNames(processing.vendorName);

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
export type TopicMetric = { readonly name: string; readonly ofService: boolean };

type Topics = ReadonlyMap<string, TopicMetric>;

/** The topics of an account as its metrics stand. */
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

export const topicRecord = (id: string) => ({ id, seq: 0 });

const somebody = "somebody@example.com";

/** Writes an event of a topic on purpose, like the newest one of its metric. @param email default: a profile's that is there */
export function trigger(
  account: Account,
  { name, ofService }: TopicMetric,
  email: string | undefined,
  now: number,
): Event {
  const unique_id = `triggered-${account.nextSeq()}`;
  const happening = {
    event: {
      properties: likeOf(account, { name, ofService }),
      metric: { data: { type: "metric", attributes: { name } } },
      unique_id,
    },
    profile: { type: "profile", attributes: { email: email ?? anybody(account) } },
    time: Math.floor(now / 1000) * 1000,
    ofService,
  } as const;
  writeEvent(account, happening, now);
  const metric = metricOf(account, { name, ofService });
  const newest = { prefix: [metric?.id ?? ""], descending: true };
  for (const event of account.table(events).scan(["metric_id", "datetime"], newest)) {
    if (event.unique_id === unique_id) return event;
  }
  throw new Error(`nothing was written of ${name}`);
}

const metricOf = (account: Account, { name, ofService }: TopicMetric) =>
  (ofService ? findServiceMetric : findMetric)(account, name);

function likeOf(account: Account, topic: TopicMetric): Event["properties"] {
  const metric = metricOf(account, topic);
  if (metric === undefined) return {};
  const newest = { prefix: [metric.id], descending: true };
  const [like] = account.table(events).scan(["metric_id", "datetime"], newest);
  return like?.properties ?? {};
}

function anybody(account: Account): string {
  for (const { email } of account.table(profiles).all()) if (email !== null) return email;
  return somebody;
}
