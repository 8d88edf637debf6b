import type { Account } from "../../world/account.ts";
import type { Range } from "../../world/store/ordered-index.ts";
import { type Moment, boundsOf, happensAs } from "../filters/date.ts";
import { meets } from "../filters/value.ts";
import { type Event, events } from "../resources/event.ts";
import type { AnyDateFilter } from "../filters/kinds.ts";
import type { MetricFilters } from "../grammar/segments.ts";

/** Which events a condition speaks of. */
export interface Step {
  readonly metric_id: string;
  readonly metric_filters?: MetricFilters;
}

export const isStep = (step: Step, event: Event, moment: Moment): boolean =>
  event.metric === step.metric_id &&
  (step.metric_filters ?? []).every(
    ({ property, filter }) =>
      filter == null || meets(filter, valueOf(event, property), moment).holds,
  );

/** Objects and `$extra` are not used by segments (specification, "Event"). */
function valueOf({ properties }: Event, name: string): unknown {
  const value = name === "$extra" || !Object.hasOwn(properties, name) ? null : properties[name];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? null : value;
}

/** The events of a profile among which are those of a span of time, the newest first. */
export function within(
  account: Account,
  profile: string,
  time: AnyDateFilter,
  { now }: Moment,
): Iterable<Event> {
  const { low, high } = boundsOf(time, now);
  return eventsOf(account, profile, {
    low: { value: low, inclusive: false },
    high: { value: high, inclusive: true },
    descending: true,
  });
}

/** All events of a profile, the oldest first. */
export const everyEvent = (account: Account, profile: string): Iterable<Event> =>
  eventsOf(account, profile, {});

/** When the first comes into a span of time that is not in it yet, such as one that is to happen. */
export function entering(
  account: Account,
  profile: string,
  time: AnyDateFilter,
  moment: Moment,
  meant: (event: Event) => boolean,
): number {
  const { ahead } = boundsOf(time, moment.now);
  for (const event of eventsOf(account, profile, { low: { value: ahead, inclusive: false } })) {
    if (meant(event)) return happensAs(time, event.time, moment).next;
  }
  return Infinity;
}

const eventsOf = (account: Account, profile: string, range: Omit<Range, "prefix">) =>
  account.table(events).scan(["profile_id", "datetime"], { prefix: [profile], ...range });
