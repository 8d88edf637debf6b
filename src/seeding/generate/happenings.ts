import { ingestion, propertyProblems } from "../../domain/ingestion.ts";
import type { Properties } from "../../domain/objects/records.ts";
import type { Dice } from "../../world/dice.ts";
import { type AccountDraft, itemsOf } from "../drafts.ts";
import type { Distinct, PlannedIds } from "../planned-ids.ts";
import type { FixtureEvent } from "../fixture/shape.ts";
import type { Named } from "../groups.ts";
import type { People } from "../people.ts";
import type { Place } from "../fixture/place.ts";
import type { EventPlan, MetricPlan, PlanTime } from "../plan.ts";
import type { Slices } from "../../world/time/slices.ts";
import { nominalInstant, timeAt } from "../fixture/values.ts";

export function* eventsOf(
  draft: AccountDraft,
  people: People,
  metrics: Named<MetricPlan>,
  ids: PlannedIds,
  dice: Dice,
  said: Distinct<Properties>,
): Slices<EventPlan[]> {
  const seen = new Map<string, Place>();
  const events: EventPlan[] = [];
  for (const { item, place } of itemsOf(draft, "events")) {
    const profile = people.require(item.profile, place.at("profile"));
    const metric = metrics.require(item.metric, place.at("metric"));
    const time = timeOf(item.time, place.at("time"));
    const id = ids.of(item, "event", place, dice);
    // The service keeps the first of two that are alike, and drops the other in silence.
    const second = Math.floor(nominalInstant(time) / 1000);
    const alike = JSON.stringify([profile, metric, item.unique_id ?? String(second)]);
    const other = seen.get(alike);
    if (other !== undefined) {
      const what = `the same profile, metric and unique_id (or second) as the event at ${other}`;
      throw place.error(`${what}; expected another`);
    }
    seen.set(alike, place);
    const properties = said.placeOf(propertiesOf(item, place));
    events.push(
      item.unique_id == null
        ? [id, time, metric, profile, properties]
        : [id, time, metric, profile, properties, item.unique_id],
    );
    yield;
  }
  return events;
}

/** An event lies between the year 2000 and a year from now (domain/ingestion.ts). */
function timeOf(text: string, place: Place): PlanTime {
  const time = timeAt(text, place);
  if (typeof time === "number" ? time > ingestion.futureMs : instantTooOld(time))
    throw place.error("expected a time between the year 2000 and a year from now");
  return time;
}

const instantTooOld = (time: string) => nominalInstant(time) < ingestion.oldestMs;

/** As they are read back (behaviour.md, 9). */
function propertiesOf(item: FixtureEvent, place: Place): Properties {
  const properties = item.properties ?? {};
  const [problem] = propertyProblems(properties, "");
  if (problem !== undefined) {
    const name = problem.pointer.slice(1).replaceAll("~1", "/").replaceAll("~0", "~");
    const at = name === "" ? place.at("properties") : place.at("properties", name);
    throw at.error(inWords(problem.detail));
  }
  const { unique_id, value, value_currency } = item;
  return {
    ...properties,
    ...(unique_id != null && { $event_id: unique_id }),
    ...(value != null && { $value: value }),
    ...(value_currency != null && { $value_currency: value_currency }),
  };
}

const inWords = (detail: string) => `${detail.charAt(0).toLowerCase()}${detail.slice(1, -1)}`;
