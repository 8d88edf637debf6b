import type { Account } from "../../world/account.ts";
import { campaignMessages } from "../resources/campaign-message.ts";
import { flowMessages } from "../resources/flow-message.ts";
import { flows } from "../resources/flow.ts";
import { messages } from "./records.ts";
import { messageEvents } from "../events/message-events.ts";
import { findServiceMetric } from "../events/metrics.ts";
import { type AttributionRecord, type Event, events } from "../resources/event.ts";

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
  // Most were sent nothing: one look tells, where each kind of act takes two (`bench --only throughput`).
  if (account.table(messages).find(byPerson, [profile]) === undefined) return undefined;
  let last: Event | undefined;
  for (const act of engaging) {
    const metric = findServiceMetric(account, messageEvents[act].metric)?.id;
    if (metric === undefined) continue;
    const own = [profile, metric];
    // Most have none, which is found out several times faster than by going through them.
    if (account.table(events).find(byMetric, own) === undefined) continue;
    // Of these somebody has few, however much else they do.
    for (const event of account.table(events).scan(byMetric, { prefix: own })) {
      const isWithin = event.time <= time && event.time >= time - attributionMs;
      if (isWithin && (last === undefined || event.time >= last.time)) last = event;
    }
  }
  return last && { $attributed_event_id: last.id, $send_ts: sentAt(last) };
}

const byPerson = ["profile", "channel", "at"];
const byMetric = ["profile_id", "metric_id", "unique_id"];

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
