import type { LimitCounter } from "../../../control/limit-counters.ts";
import type { Look } from "../../parts/signs.tsx";
import type { Store } from "../../store/store.ts";
import { type Gauge, endOf, isShut, usedOf } from "../../store/windows.ts";

/** How many requests of an operation came in a second of late. */
export function rateOf(store: Store, of: Gauge, now: number): number {
  const seconds = store.activity.last(10, now, of);
  return seconds.reduce((sum, { passed }) => sum + passed, 0) / seconds.length;
}

/**
 * What is said of a gauge: whether it is shut, and whether it will be full before its window ends.
 *
 * @param perSecond how many requests come in a second
 */
export function forecastOf({ counters }: Gauge, perSecond: number, now: number): Look {
  const { day } = counters;
  if (day !== undefined && usedOf(day, now) > day.limit * 0.8)
    return ["idle", "retry", `day ${day.used} / ${day.limit}`];
  const all = Object.values(counters);
  const shut = all.find((counter) => isShut(counter, now));
  if (shut !== undefined) return ["wait", "wait", (shut.shutUntilMs ?? 0) > now ? "shut" : "full"];
  const soonest = all
    .map((counter) => secondsToFull(counter, perSecond, now))
    .filter((seconds) => seconds !== undefined)
    .toSorted((a, b) => a - b)[0];
  if (soonest !== undefined) return ["idle", "retry", `full in ${Math.ceil(soonest)} s`];
  return ["na", "na", "holds"];
}

function secondsToFull(counter: LimitCounter, perSecond: number, now: number): number | undefined {
  if (perSecond === 0 || counter.window === "burst") return undefined;
  const seconds = (counter.limit - usedOf(counter, now)) / perSecond;
  return seconds * 1000 < endOf(counter, now) - now ? seconds : undefined;
}

/** How full the fullest window is. */
export const fullness = ({ counters }: Gauge, now: number): number =>
  Math.max(0, ...Object.values(counters).map((each) => usedOf(each, now) / each.limit));

export const keyOf = ({ account, app, name }: Gauge): string =>
  [account, app ?? "", name].join(" ");
