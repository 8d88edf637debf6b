import type { Account } from "../../world/account.ts";
import type { Range } from "../../world/store/ordered-index.ts";
import { type Moment, boundsOf, happensAs, type AnyDateFilter } from "../filters/date.ts";
import { meets } from "../filters/value.ts";
import { type Event, events } from "../resources/event.ts";
import type { MetricFilters, ConditionOf } from "../grammar/segments.ts";

export type Step = { readonly metric_id: string; readonly metric_filters?: MetricFilters };

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
export function within(account: Account, profile: string, time: AnyDateFilter, { now }: Moment) {
  const { low, high } = boundsOf(time, now);
  return eventsOf(account, profile, {
    low: { value: low, inclusive: false },
    high: { value: high, inclusive: true },
    descending: true,
  });
}

export const everyEvent = (account: Account, profile: string): Iterable<Event> =>
  eventsOf(account, profile, {});

/** When the first comes into a span of time that is not in it yet. */
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

type Funnel = ConditionOf<"profile-metric-funnel">;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const windowsMs = {
  HOURS_1: hourMs,
  DAYS_1: dayMs,
  DAYS_3: 3 * dayMs,
  DAYS_5: 5 * dayMs,
  WEEKS_1: 7 * dayMs,
  DAYS_30: 30 * dayMs,
  DAYS_90: 90 * dayMs,
  DAYS_180: 180 * dayMs,
  YEARS_1: 365 * dayMs,
} as const;

/** Whether one thing happened after the other. */
// @guess *ate_segment: All steps of a funnel happen in its timeframe, and within its window from the first. A step that must not exist may not lie between its neighbours.
export function ofFunnel(account: Account, funnel: Funnel, profile: string, moment: Moment) {
  const { steps, timeframe_filter: time, completion_window_seconds: window } = funnel;
  const meant = (event: Event) => steps.some((step) => isStep(step, event, moment));
  let next = entering(account, profile, time, moment, meant);
  const happened: Event[] = [];
  for (const event of within(account, profile, time, moment)) {
    if (!meant(event)) continue;
    next = Math.min(next, happensAs(time, event.time, moment).next);
    happened.push(event);
  }
  happened.reverse();
  const windowMs = window == null ? Infinity : windowsMs[window];
  const starts = steps[0]?.metric_exists ? [...happened.keys()] : [0];
  const is = (step: Funnel["steps"][number], event: Event) => isStep(step, event, moment);
  const holds = starts.some((start) => passes(steps, happened.slice(start), windowMs, is));
  return { holds: steps.length > 0 && holds, next };
}

/** Whether all steps are taken by some events, beginning with the first of them. */
function passes(
  steps: Funnel["steps"],
  happened: readonly Event[],
  windowMs: number,
  is: (step: Funnel["steps"][number], event: Event) => boolean,
): boolean {
  let until = Infinity;
  let left = happened;
  let barred: Funnel["steps"] = [];
  for (const [index, step] of steps.entries()) {
    if (!step.metric_exists) {
      barred = [...barred, step];
      continue;
    }
    const place = index === 0 ? 0 : left.findIndex((event) => is(step, event));
    const found = left[place];
    if (found === undefined || found.time > until || !is(step, found)) return false;
    if (isBarred(left.slice(0, place))) return false;
    if (until === Infinity) until = found.time + windowMs;
    left = left.slice(place + 1);
    barred = [];
  }
  return !isBarred(left);

  function isBarred(between: readonly Event[]): boolean {
    return between.some((event) => event.time <= until && barred.some((step) => is(step, event)));
  }
}
