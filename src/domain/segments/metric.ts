import type { Account } from "../../world/account.ts";
import { amountOf } from "../events/metrics.ts";
import { boundsOf, happensAs, type Holding, isSpan, type Moment } from "../filters/date.ts";
import type { AnyDateFilter } from "../filters/date.ts";
import { compares } from "../filters/value.ts";
import type { Event } from "../resources/event.ts";
import { entering, everyEvent, isStep, within } from "./events.ts";
import type { ConditionOf } from "../grammar/segments.ts";
import { talliesOf, Tally } from "./tally.ts";

const alltime: AnyDateFilter = { type: "date", operator: "alltime" };

/** So many events of a person are walked each time; of whom there are more, a tally is kept. */
const walkedMax = 64;

type Metric = ConditionOf<"profile-metric">;

export function ofMetric(account: Account, condition: Metric, profile: string, moment: Moment) {
  const tallies = talliesOf(account);
  const name = nameOf(condition);
  const known = tallies.of(profile, name);
  if (known !== undefined) return byTally(condition, known, moment);
  const walked = byWalk(account, condition, profile, moment);
  if (walked !== undefined) return walked;
  const tally = new Tally(everyEvent(account, profile), (event) =>
    isStep(condition, event, moment),
  );
  tallies.keep(profile, name, tally);
  return byTally(condition, tally, moment);
}

/** What a tally is kept by. No filter of events asks for the time. */
const nameOf = ({ metric_id: metric, metric_filters: filters }: Metric): string =>
  filters?.length ? `${metric} ${JSON.stringify(filters)}` : metric;

// Folders of earlier versions have definitions that name no time.
const timeOf = ({ timeframe_filter }: Metric): AnyDateFilter => timeframe_filter ?? alltime;

const enoughOf = ({ measurement, measurement_filter: { value } }: Metric): number =>
  measurement === "count" ? Math.max(1, Math.floor(value) + 1) : Infinity;

/** From the places where a span of time begins and ends. */
function byTally(condition: Metric, tally: Tally, moment: Moment): Holding {
  const time = timeOf(condition);
  const { low, high, ahead } = boundsOf(time, moment.now);
  const from = tally.upTo(low);
  // A span that is still to come ends before it begins.
  const to = Math.max(from, tally.upTo(high));
  const first = tally.at(tally.upTo(ahead));
  const next = first === undefined ? Infinity : happensAs(time, first.time, moment).next;
  if (!isSpan(time)) return measured(condition, tally.newest(from, to), moment, next);
  // When the last of those that decide it leaves the span, fewer are left.
  const last = tally.at(Math.max(from, to - enoughOf(condition)));
  const leaving = from < to && last ? happensAs(time, last.time, moment).next : Infinity;
  const found = condition.measurement === "count" ? to - from : tally.sum(from, to);
  return { holds: compares(condition.measurement_filter, found), next: Math.min(next, leaving) };
}

/** Looks at each, the newest first; undefined: there are too many. */
function byWalk(account: Account, condition: Metric, profile: string, moment: Moment) {
  const time = timeOf(condition);
  let left = walkedMax;
  const meant = (event: Event) => {
    left -= 1;
    return left < 0 || isStep(condition, event, moment);
  };
  const next = entering(account, profile, time, moment, meant);
  const those = looked(within(account, profile, time, moment), meant, () => left < 0);
  const found = measured(condition, those, moment, next);
  return left < 0 ? undefined : found;
}

function* looked(events: Iterable<Event>, meant: (event: Event) => boolean, isOver: () => boolean) {
  for (const event of events) {
    if (!meant(event)) continue;
    if (isOver()) return;
    yield event;
  }
}

/** Of a count, only as many are looked at as decide it. */
function measured(condition: Metric, newest: Iterable<Event>, moment: Moment, entering: number) {
  const { measurement, measurement_filter: asked } = condition;
  const time = timeOf(condition);
  const enough = enoughOf(condition);
  let next = entering;
  let found = 0;
  for (const event of newest) {
    const counted = happensAs(time, event.time, moment);
    // When the last of those that were counted leaves the span, fewer are left.
    next = Math.min(next, counted.next);
    if (!counted.holds) continue;
    found += measurement === "count" ? 1 : amountOf(event);
    if (measurement === "count" && found >= enough) break;
  }
  return { holds: compares(asked, found), next };
}
