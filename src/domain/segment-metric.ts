import type { Account } from "../world/account.ts";
import { amountOf } from "./amount.ts";
import { happensAs, type Holding, type Moment } from "./filter-date.ts";
import type { DateFilter } from "./filter-shape.ts";
import { compares } from "./filter-value.ts";
import type { Event } from "./resources/event.ts";
import { entering, isStep, within } from "./segment-events.ts";
import type { ConditionOf } from "./segment-shape.ts";

const alltime: DateFilter = { type: "date", operator: "alltime" };

/**
 * How often, or for how much, something happened in a span of time. The newest come first: of a
 * count, only as many are looked at as decide it.
 */
export function ofMetric(
  account: Account,
  condition: ConditionOf<"profile-metric">,
  profile: string,
  moment: Moment,
): Holding {
  const { measurement, measurement_filter: asked, timeframe_filter } = condition;
  // Folders of earlier versions have definitions that name no time.
  const time: DateFilter = timeframe_filter ?? alltime;
  const meant = (event: Event) => isStep(condition, event, moment);
  const enough = measurement === "count" ? Math.floor(asked.value) + 1 : Infinity;
  let next = entering(account, profile, time, moment, meant);
  let measured = 0;
  for (const event of within(account, profile, time, moment)) {
    if (!meant(event)) continue;
    const counted = happensAs(time, event.time, moment);
    // When the last of those that were counted leaves the span, fewer are left.
    next = Math.min(next, counted.next);
    if (!counted.holds) continue;
    measured += measurement === "count" ? 1 : amountOf(event);
    if (measurement === "count" && measured >= enough) break;
  }
  return { holds: compares(asked, measured), next };
}
