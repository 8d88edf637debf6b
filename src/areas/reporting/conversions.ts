import { amountOf } from "../../domain/events/amount.ts";
import { events } from "../../domain/resources/event.ts";
import { type Attribution, variationIn } from "../../domain/messages/attribution.ts";
import { type Message, messages } from "../../domain/messages/records.ts";
import type { Account } from "../../world/account.ts";
import type { Slices } from "../../world/time/slices.ts";
import type { Span } from "./timeframe.ts";

/** An event that a message led to. */
export interface Conversion {
  /** A message like that one: of the same variation, sent in the same second. */
  readonly message: Message;
  readonly profile: string;
  /** What it was worth. */
  readonly value: number;
}

/** Visits the events of a metric that led from messages of a span, whenever they happened, in the order of their times. */
export function eachConversion(
  account: Account,
  metric: string,
  { from, to }: Span,
  visit: (conversion: Conversion) => void,
): Slices<void> {
  const since = { prefix: [metric], low: { value: from, inclusive: true } };
  const find = finder(account);
  return account.table(events).visit(["metric_id", "datetime"], since, (event) => {
    const attribution = event.properties["$attribution"] as Said | null | undefined;
    if (typeof attribution?.$send_ts !== "number") return;
    const sent = 1000 * attribution.$send_ts;
    if (sent < from || sent >= to) return;
    const message = find(attribution.$attributed_event_id, sent);
    if (message !== undefined) visit({ message, profile: event.profile, value: amountOf(event) });
  });
}

/** An event may have been sent with anything under that name. */
type Said = { readonly [name in keyof Attribution]?: unknown };

/** Finds the message that is behind an event of its: of those that are alike, one. */
function finder(account: Account) {
  const known = new Map<string, Message | undefined>();
  return (id: unknown, sent: number): Message | undefined => {
    if (typeof id !== "string") return undefined;
    const { properties = {} } = account.table(events).get(id) ?? {};
    const { $message: of, $_cohort$variation_send_cohort: cohort } = properties;
    if (typeof of !== "string") return undefined;
    const variation = typeof cohort === "string" ? variationIn(cohort) : null;
    const key = JSON.stringify([of, variation, sent]);
    if (!known.has(key)) known.set(key, messageOf(account, of, variation, sent));
    return known.get(key);
  };
}

function messageOf(account: Account, of: string, variation: string | null, sent: number) {
  const second = {
    prefix: [of],
    low: { value: sent, inclusive: true },
    high: { value: sent + 1000, inclusive: false },
  };
  for (const message of account.table(messages).scan(["message", "at"], second)) {
    if (message.variation === variation) return message;
  }
  return undefined;
}
