import { type Event, events } from "../../domain/resources/event.ts";
import { wholeSecond } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import { orderInTurns } from "../../world/store/order-of.ts";
import { EventColumns } from "../input/event-columns.ts";
import type { AccountPlan, EventPlan, PlanTime } from "../plan.ts";
import type { Slices } from "../../world/time/slices.ts";
import { instantOf } from "../fixture/values.ts";

/** When the last event of each profile happens; -Infinity: it has none. @param times see `timesOf` */
export function lastEvents(plan: AccountPlan, times: Float64Array): Float64Array {
  const last = new Float64Array(plan.profiles.length).fill(-Infinity);
  const planned = EventColumns.of(plan.events);
  for (const [index, time] of times.entries()) {
    const profile = planned.take(index, profileOf);
    last[profile] = Math.max(last[profile] as number, time);
  }
  return last;
}

const profileOf = (...[, , , profile]: EventPlan) => profile;

/** When each of the plan's events happens: their times are cut to whole seconds. */
export function timesOf({ events }: AccountPlan, planted: number): Float64Array {
  const planned = EventColumns.of(events);
  const times = new Float64Array(planned.length);
  const at = (_: string, time: PlanTime) => wholeSecond(instantOf(time, planted));
  for (let index = 0; index < times.length; index += 1) times[index] = planned.take(index, at);
  return times;
}

/** More events than this are taken out of the plan: their indexes need the room. */
const keptMax = 5000;

export function* plantEvents(
  account: Account,
  plan: AccountPlan,
  times: Float64Array,
  told: (part: number) => void,
): Slices<void> {
  const { events: planned } = plan;
  const records = yield* eventRecords(plan, times, account.reserveSeq(planned.length));
  if (planned.length > keptMax) {
    if (planned instanceof EventColumns) planned.clear();
    else if (Array.isArray(planned)) planned.length = 0;
  }
  yield* account.loadInTurns(events, records, told);
}

/** So many are made between two pauses: less than a millisecond's work. */
export const recordsAtOnce = 256;

/** In the order of their times, numbered from one on. */
function* eventRecords(
  { events: planned, metrics: kinds, profiles: people, properties: said }: AccountPlan,
  times: Float64Array,
  first: number,
): Slices<Event[]> {
  const columns = EventColumns.of(planned);
  const records: Event[] = [];
  for (const place of yield* orderInTurns(times)) {
    if (records.length % recordsAtOnce === 0) yield;
    const record = columns.take(place, (id, _, metric, profile, properties, uniqueId) => {
      const time = times[place] as number;
      return {
        id,
        seq: first + records.length,
        time,
        metric: kinds[metric]?.id ?? "",
        profile: people[profile]?.id ?? "",
        unique_id: uniqueId ?? String(time / 1000),
        properties: said[properties] ?? {},
      };
    });
    records.push(record);
  }
  return records;
}
