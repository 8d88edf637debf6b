import { amountOf } from "../../domain/events/metrics.ts";
import { type Event, events } from "../../domain/resources/event.ts";
import type { CustomMetricDefinition } from "../../domain/grammar/metrics.ts";
import { isStep, type Step } from "../../domain/segments/events.ts";
import { zoneOfAccount } from "../../domain/time-zone.ts";
import { type Attribution, variationIn } from "../../domain/messages/about.ts";
import { type Message, messages } from "../../domain/messages/records.ts";
import type { Account } from "../../world/account.ts";
import type { Slices } from "../../world/time/slices.ts";
import type { Span } from "./frame.ts";

export interface Conversion {
  /** A message like that one: of the same variation, sent in the same second. */
  readonly message: Message;
  readonly profile: string;
  readonly value: number;
}

/** Visits the events of a metric that led from messages of a span, whenever they happened, in the order of their times. */
export function eachConversion(
  account: Account,
  metric: string,
  { from, to }: Span,
  visit: (conversion: Conversion) => void,
): Slices<void> {
  const find = finder(account);
  const counted = countedBy(account, metric).map(([id, worth]) => {
    const since = { prefix: [id], low: { value: from, inclusive: true } };
    return account.table(events).visit(["metric_id", "datetime"], since, (event) => {
      const attribution = event.properties["$attribution"] as Said | null | undefined;
      if (typeof attribution?.$send_ts !== "number") return;
      const sent = 1000 * attribution.$send_ts;
      if (sent < from || sent >= to) return;
      const value = worth(event);
      if (value === undefined) return;
      const message = find(attribution.$attributed_event_id, sent);
      if (message !== undefined) visit({ message, profile: event.profile, value });
    });
  });
  return inTurn(counted);
}

function* inTurn(all: readonly Slices<void>[]): Slices<void> {
  for (const each of all) yield* each;
}

/** What an event is worth; undefined: it does not count. */
type Worth = (event: Event) => number | undefined;

type Custom = { readonly definition: CustomMetricDefinition } | undefined;

export const customMetricOf = (account: Account, id: string): Custom =>
  account.state.tableNamed("custom-metric")?.get(id) as Custom;

/** The metrics whose events count, and what each of those is worth: one, or those that a custom one is made of. */
function countedBy(account: Account, id: string): (readonly [string, Worth])[] {
  const custom = customMetricOf(account, id);
  if (custom === undefined) return [[id, amountOf]];
  const moment = { now: account.clock.now(), zone: () => zoneOfAccount(account) };
  const groups = custom.definition.metric_groups;
  return [...new Set(groups.map((each) => each.metric_id))].map((metric) => [
    metric,
    (event) => {
      // @guess query_campaign_values, query_flow_*: An event counts for the first group of a custom metric that it fits.
      const group = groups.find((each) => isStep(each as Step, event, moment));
      const value = group && event.properties[group.value_property ?? "$value"];
      return group && (typeof value === "number" ? value : 0);
    },
  ]);
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
