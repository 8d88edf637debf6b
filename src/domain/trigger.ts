import type { Account } from "../world/account.ts";
import { profiles } from "./resources/profile.ts";
import { writeEvent } from "./events/write.ts";
import { findMetric, findServiceMetric } from "./events/metrics.ts";
import { type Event, events } from "./resources/event.ts";
import type { TopicMetric } from "./webhook-topics.ts";

/** Of an account in which there is nobody yet. */
const somebody = "somebody@example.com";

/**
 * Writes an event of a topic for the purpose: like the newest one of its metric, if there is one.
 *
 * @param email whose it is. Default: a profile's that is there
 */
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
