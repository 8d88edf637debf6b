import { type Event, events } from "../../domain/resources/event.ts";
import { wholeSecond } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import { orderOf, orderInTurns } from "../../world/store/in-order.ts";
import type { Slices } from "../../world/time/slices.ts";
import { nominalInstant, instantOf } from "../fixture/values.ts";
import type { EventPlan, PlannedEvents, PlanTime, AccountPlan } from "../plan.ts";

const columnsOf = (size: number) => ({
  ids: Array.from<string>({ length: size }),
  /** NaN where a text says when. */
  times: new Float64Array(size),
  metrics: new Uint32Array(size),
  profiles: new Uint32Array(size),
  properties: new Uint32Array(size),
  uniqueIds: Array.from<string | undefined>({ length: size }),
});

type Make<T> = (...members: EventPlan) => T;

/** Each member in a column: tuples of a million are as much as the records that are made of them, and stay resident. */
export class EventColumns implements PlannedEvents {
  #columns: ReturnType<typeof columnsOf>;
  #length = 0;
  readonly #saidTimes = new Map<number, PlanTime>();
  /** Where each stands in the columns, once they are in order. */
  #places: Uint32Array | undefined;

  constructor(size: number) {
    this.#columns = columnsOf(size);
  }

  static of(events: PlannedEvents): EventColumns {
    if (events instanceof EventColumns) return events;
    const columns = new EventColumns(events.length);
    for (const event of events) columns.add(...event);
    return columns;
  }

  get length(): number {
    return this.#length;
  }

  add(
    id: string,
    time: PlanTime,
    metric: number,
    profile: number,
    properties: number,
    uniqueId?: string,
  ): void {
    const columns = this.#columns;
    const place = this.#length;
    columns.ids[place] = id;
    columns.times[place] = typeof time === "number" ? time : Number.NaN;
    columns.metrics[place] = metric;
    columns.profiles[place] = profile;
    columns.properties[place] = properties;
    columns.uniqueIds[place] = uniqueId;
    if (typeof time === "string") this.#saidTimes.set(place, time);
    this.#length += 1;
  }

  /** Puts them in the order of their times; those of one instant stay as they are. */
  sort(): void {
    const instants = new Float64Array(this.#length);
    for (let place = 0; place < this.#length; place += 1)
      instants[place] = nominalInstant(this.#timeAt(place));
    this.#places = orderOf(instants);
  }

  take<T>(index: number, make: Make<T>): T {
    const columns = this.#columns;
    const place = this.#places?.[index] ?? index;
    return make(
      columns.ids[place] as string,
      this.#timeAt(place),
      columns.metrics[place] as number,
      columns.profiles[place] as number,
      columns.properties[place] as number,
      columns.uniqueIds[place],
    );
  }

  *[Symbol.iterator](): Generator<EventPlan> {
    for (let index = 0; index < this.#length; index += 1) yield this.take(index, tupleOf);
  }

  toJSON(): EventPlan[] {
    return [...this];
  }

  /** Nobody needs them any more. */
  clear(): void {
    this.#columns = columnsOf(0);
    this.#length = 0;
    this.#saidTimes.clear();
    this.#places = undefined;
  }

  #timeAt(place: number): PlanTime {
    const time = this.#columns.times[place] as number;
    return Number.isNaN(time) ? (this.#saidTimes.get(place) ?? 0) : time;
  }
}

const tupleOf: Make<EventPlan> = (id, time, metric, profile, properties, uniqueId) =>
  uniqueId === undefined
    ? [id, time, metric, profile, properties]
    : [id, time, metric, profile, properties, uniqueId];

/** When the last event of each profile happens; -Infinity: it has none. @param times see `timesOf` */
export function lastEvents(plan: AccountPlan, times: Float64Array): Float64Array {
  const last = new Float64Array(plan.profiles.length).fill(-Infinity);
  const planned = EventColumns.of(plan.events);
  for (const [index, time] of times.entries()) {
    const profile = planned.take(index, (_id, _time, _metric, place) => place);
    last[profile] = Math.max(last[profile] as number, time);
  }
  return last;
}

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
  const records = yield* eventRecords(plan, times, account.state.reserveSeq(planned.length));
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
