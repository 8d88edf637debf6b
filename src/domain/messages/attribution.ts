import type { Account } from "../../world/account.ts";
import { campaignMessages } from "../resources/campaign-message.ts";
import { flowMessages } from "../resources/flow-message.ts";
import { flows } from "../resources/flow.ts";
import { messageEvents } from "../events/message-events.ts";
import { findServiceMetric } from "../events/metrics.ts";
import { type AttributionRecord, type Event, events } from "../resources/event.ts";
import { metrics } from "../resources/metric.ts";
import type { Derived } from "../../world/store/record.ts";
import type { Table } from "../../world/store/store.ts";

/** @guess create_event, bulk_create_events: An event is attributed to a message that was opened or clicked in the 5 days before. */
const attributionMs = 5 * 24 * 3_600_000;

/** @guess create_event, bulk_create_events: Of several messages, the one that was opened or clicked last counts. */
const engaging = ["open email", "click email", "click sms", "open push"] as const;

/** What an event says of the message that led to it (campaigns.md). */
export interface Attribution {
  /** The id of the event of the open or click. */
  readonly $attributed_event_id: string;
  /** When the message was sent, in seconds since 1970. */
  readonly $send_ts: number;
}

/** The message that led to what somebody does at an instant; undefined: none did. */
export function attributionOf(
  account: Account,
  profile: string,
  time: number,
): Attribution | undefined {
  const engaged = account.table(events).derived(newEngagements).of(account, profile);
  const last = engaged.findLast((event) => event.time <= time);
  if (last === undefined || last.time < time - attributionMs) return undefined;
  return { $attributed_event_id: last.id, $send_ts: sentAt(last) };
}

/**
 * The opens and clicks of each person who was asked about, oldest first. Every event asks, and few change them
 * (`bench --only throughput`: a quarter of a POST event).
 */
class Engagements implements Derived<Event> {
  readonly #of = new Map<string, Event[]>();
  /** The metrics of such events, as they are in this version of all metrics. */
  #metrics: readonly string[] = [];
  #version = -1;

  of(account: Account, profile: string): readonly Event[] {
    const { version } = account.table(metrics);
    if (version !== this.#version) this.#read(account, version);
    let known = this.#of.get(profile);
    if (known === undefined && this.#metrics.length > 0) {
      known = engagementsOf(account.table(events), profile, this.#metrics);
      this.#of.set(profile, known);
    }
    return known ?? none;
  }

  replace(old: Event | undefined, event: Event | undefined): void {
    const before = old && this.#keptWith(old);
    if (before !== undefined) before.splice(before.lastIndexOf(old as Event), 1);
    const now = event && this.#keptWith(event);
    now?.splice(
      now.findLastIndex(({ time }) => time <= (event as Event).time) + 1,
      0,
      event as Event,
    );
  }

  #keptWith({ metric, profile }: Event): Event[] | undefined {
    return this.#metrics.includes(metric) ? this.#of.get(profile) : undefined;
  }

  #read(account: Account, version: number): void {
    this.#version = version;
    const found = engaging.flatMap(
      (act) => findServiceMetric(account, messageEvents[act].metric)?.id ?? [],
    );
    if (found.join() === this.#metrics.join()) return;
    this.#metrics = found;
    this.#of.clear();
  }
}

const newEngagements = () => new Engagements();

const none: readonly never[] = [];

function engagementsOf(table: Table<Event>, profile: string, of: readonly string[]) {
  // Somebody new has no events at all, which one look tells.
  if (table.find(["profile_id", "datetime"], [profile]) === undefined) return [];
  const found = of.flatMap((metric) => [
    ...table.scan(["profile_id", "metric_id", "unique_id"], { prefix: [profile, metric] }),
  ]);
  return found.toSorted((a, b) => a.time - b.time);
}

/**
 * The message that an event says led to it, as a record; none: no message did. @guess get_events, get_event: An event
 * has one attribution at most, whose id is the event's.
 */
export function attributionsOf(account: Account, event: Event): AttributionRecord[] {
  const led = event.properties["$attribution"] as Attribution | undefined;
  const by = account.table(events).get(led?.$attributed_event_id ?? "");
  if (by === undefined) return [];
  const { id, seq } = event;
  return [{ id, seq, event: id, attributed: by.id, ...senderOf(account, by) }];
}

type Sender = Omit<AttributionRecord, "id" | "seq" | "event" | "attributed">;

/** What sent the message of an event of its own, as far as that is still there. */
function senderOf(account: Account, { properties }: Event): Sender {
  const { $message, $flow, $_cohort$variation_send_cohort: cohort } = properties;
  const message = account.table(campaignMessages).get(String($message));
  const ofFlow = (of: unknown) => account.table(flowMessages).get(String(of))?.id ?? null;
  return {
    campaign: message?.campaign ?? null,
    message: message?.id ?? null,
    flow: account.table(flows).get(String($flow))?.id ?? null,
    "flow-message": ofFlow($message),
    "flow-message-variation": typeof cohort === "string" ? ofFlow(variationIn(cohort)) : null,
  };
}

/** The variation of a cohort, which is named by when it was sent and of what it is: `1784548800:AbCdEf`. */
export const variationIn = (cohort: string): string => cohort.slice(cohort.indexOf(":") + 1);

/** When the message of an event of its own was sent, in seconds since 1970. */
function sentAt({ properties, time }: Event): number {
  const cohort = properties["$_cohort$message_send_cohort"];
  const found = typeof cohort === "string" ? Number.parseInt(cohort, 10) : NaN;
  return Number.isFinite(found) ? found : time / 1000;
}
