import { events } from "../../domain/resources/event.ts";
import type { Event } from "../../domain/resources/event.ts";
import { type About, propertiesOf } from "../../domain/events/system-event.ts";
import { type SystemAct, systemEvents } from "../../domain/events/system-events.ts";
import { wholeSecond } from "../../jsonapi/time.ts";
import type { Dice } from "../../world/dice.ts";
import { eventId, shortId } from "../../world/ids.ts";
import type { Stored } from "../../world/store/record.ts";
import type { Slices } from "../../world/time/slices.ts";
import type { Into } from "../../world/store/state.ts";
import type { Collection } from "../../world/store/store.ts";
import { type Engagement, ledTo } from "./engagement.ts";

/** An act that the service records. */
export type PastAct = Exclude<SystemAct, SilentAct>;
type SilentAct = {
  [A in SystemAct]: (typeof systemEvents)[A] extends { readonly none: string } ? A : never;
}[SystemAct];

/** What is known when an account is planted of what happened before. */
export interface Known {
  /** The first of the sequence numbers that are kept for it. */
  readonly seq: number;
  readonly metricOf: (act: PastAct) => string;
  /** The ids of the service's own metrics. */
  readonly ofService: ReadonlySet<string>;
}

/** A part of what happened, such as all campaigns. */
export interface Part {
  /** The acts of its events, and since when there are any. */
  readonly acts: readonly PastAct[];
  readonly from: number;
  /** The most records that it has. */
  readonly most: number;
  readonly write: (past: Past) => Slices<void>;
}

/** Writes down what happened before an account was planted: all of it is there at once, in the end. */
export class Past {
  readonly #into: Into;
  readonly #known: Known;
  #seq: number;
  readonly #made = new Map<Collection, Stored[]>();
  /** Of each profile, what is not the service's own, the oldest first. */
  readonly #done = new Map<string, Event[]>();
  readonly #engaged = new Map<string, Engagement[]>();

  /** @param into the tables, with what was planted */
  constructor(into: Into, known: Known) {
    this.#into = into;
    this.#known = known;
    this.#seq = known.seq;
    for (const event of into(events).scan(["datetime"])) {
      if (known.ofService.has(event.metric)) continue;
      const those = this.#done.get(event.profile);
      if (those === undefined) this.#done.set(event.profile, [event]);
      else those.push(event);
    }
  }

  /** What a person did, the oldest first. */
  doneBy(profile: string): readonly Event[] {
    return this.#done.get(profile) ?? [];
  }

  /** Everybody who did something. */
  people(): Iterable<string> {
    return this.#done.keys();
  }

  add<R extends Stored>(collection: Collection<R>, record: Omit<R, "seq">): R {
    const made = { ...record, seq: this.#seq } as R;
    this.#seq += 1;
    const those = this.#made.get(collection as unknown as Collection);
    if (those === undefined) this.#made.set(collection as unknown as Collection, [made]);
    else those.push(made);
    return made;
  }

  /** Six letters and digits that nothing of a collection is called by. */
  freshId<R extends Stored>(dice: Dice, collection: Collection<R>): string {
    const made = this.#made.get(collection as unknown as Collection) ?? [];
    for (;;) {
      const id = shortId(dice);
      const isTaken = this.#into(collection).get(id) !== undefined;
      if (!isTaken && !made.some((each) => each.id === id)) return id;
    }
  }

  event(dice: Dice, act: PastAct, profile: string, about: About, at: number): Event {
    const id = eventId(dice);
    return this.add(events, {
      id,
      time: wholeSecond(at),
      metric: this.#known.metricOf(act),
      profile,
      unique_id: id,
      properties: propertiesOf(systemEvents[act], about),
    });
  }

  /** Somebody opened or clicked a message, which may have led to what they did next. */
  engaged(profile: string, engagement: Engagement): void {
    const those = this.#engaged.get(profile);
    if (those === undefined) this.#engaged.set(profile, [engagement]);
    else those.push(engagement);
  }

  *load(): Slices<void> {
    const led = [...this.#engaged].flatMap(([profile, engaged]) =>
      ledTo(this.doneBy(profile), engaged),
    );
    // In the place of those that say nothing of it.
    this.#into(events).load(led);
    for (const [collection, records] of this.#made) {
      yield;
      this.#into(collection).load(records);
    }
  }
}
