import { Table } from "../../world/store/store.ts";
import type { Derived } from "../../world/store/record.ts";
import type { Account } from "../../world/account.ts";
import { type About, messageEvents } from "../events/system-event.ts";
import { type Message, messageContents } from "./records.ts";
import { campaignMessages } from "../resources/campaign.ts";
import { flowMessages, flows } from "../resources/flow.ts";
import { findServiceMetric } from "../events/metrics.ts";
import { type AttributionRecord, type Event, events, metrics } from "../resources/event.ts";

/** @guess send_campaign, *ate_flow: The `Inbox Provider` of a domain is a guess. */
const providers: Readonly<Record<string, string>> = {
  "aol.com": "AOL",
  "gmail.com": "Gmail",
  "googlemail.com": "Gmail",
  "hotmail.com": "Microsoft",
  "icloud.com": "Apple",
  "live.com": "Microsoft",
  "me.com": "Apple",
  "outlook.com": "Microsoft",
  "yahoo.com": "Yahoo",
};

/** What every event of a message says of it (campaigns.md, "What a send writes"). */
export function aboutMessage(message: Message, name: string | undefined): About {
  const { message: of, flow, variation, at, channel, to, groups, seq, subject } = message;
  const sent = Math.floor(at / 1000);
  const domain = channel === "email" ? to?.split("@").at(-1)?.toLowerCase() : undefined;
  return {
    $message: of,
    $event_id: `${of}:${seq}`,
    $_cohort$message_send_cohort: `${sent}:${of}`,
    ...(variation !== null && { $_cohort$variation_send_cohort: `${sent}:${variation}` }),
    ...(flow !== null && { $flow: flow }),
    ...(name !== undefined && { "Campaign Name": name }),
    ...(groups.length > 0 && { $group_ids: groups }),
    ...(subject !== null && { Subject: subject }),
    ...(domain !== undefined && {
      "Email Domain": domain,
      "Inbox Provider": providers[domain] ?? "Other",
      $ESP: 0,
    }),
  };
}

/** The name of a message's campaign, or of its flow's message, when it was sent. */
export const nameOf = (account: Account, { content }: Message): string | undefined =>
  account.table(messageContents).get(content)?.name;

/** @guess create_event, bulk_create_events: An event is attributed to a message that was opened or clicked in the 5 days before. */
const attributionMs = 5 * 24 * 3_600_000;

/** @guess create_event, bulk_create_events: Of several messages, the one that was opened or clicked last counts. */
const engaging = ["open email", "click email", "click sms", "open push"] as const;

export interface Attribution {
  readonly $attributed_event_id: string;
  /** When the message was sent, in seconds since 1970. */
  readonly $send_ts: number;
}

export function attributionOf(account: Account, profile: string, time: number) {
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

/** The message that led to an event, as it says. @guess get_events, get_event: An event has one attribution at most, whose id is the event's. */
export function attributionsOf(account: Account, event: Event): AttributionRecord[] {
  const led = event.properties["$attribution"] as Attribution | undefined;
  const by = account.table(events).get(led?.$attributed_event_id ?? "");
  if (by === undefined) return [];
  const { id, seq } = event;
  return [{ id, seq, event: id, attributed: by.id, ...senderOf(account, by) }];
}

type Sender = Omit<AttributionRecord, "id" | "seq" | "event" | "attributed">;

/** What sent the message of an event of its own, if it is still there. */
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

/** The variation in `1784548800:AbCdEf`, which says when it was sent and of what it is. */
export const variationIn = (cohort: string): string => cohort.slice(cohort.indexOf(":") + 1);

/** When the message of such an event was sent, in seconds since 1970. */
function sentAt({ properties, time }: Event): number {
  const cohort = properties["$_cohort$message_send_cohort"];
  const found = typeof cohort === "string" ? Number.parseInt(cohort, 10) : NaN;
  return Number.isFinite(found) ? found : time / 1000;
}
