import type { Account } from "../../world/account.ts";
import type { Derived } from "../../world/store/record.ts";
import { amountOf } from "../events/metrics.ts";
import { events, type Event } from "../resources/event.ts";

/** Events that all tallies of an account hold at most: beyond that, they begin anew. */
const heldMax = 2_000_000;

/** The events of one person that a condition speaks of, the oldest first, counted without being walked. */
export class Tally {
  readonly #meant: (event: Event) => boolean;
  readonly #events: Event[];
  /** What each was worth, once a sum is asked for. */
  #amounts: number[] | undefined;

  constructor(found: Iterable<Event>, meant: (event: Event) => boolean) {
    this.#meant = meant;
    this.#events = [...found].filter(meant);
  }

  get size(): number {
    return this.#events.length;
  }

  upTo(instant: number): number {
    return this.#place(instant, Infinity);
  }

  at(place: number): Event | undefined {
    return this.#events[place];
  }

  /** Those between two places, the newest first. */
  *newest(from: number, to: number): Generator<Event> {
    for (let place = to - 1; place >= from; place -= 1) yield this.#events[place] as Event;
  }

  /** What they were worth: the newest is added first, as where they are walked. */
  sum(from: number, to: number): number {
    this.#amounts ??= this.#events.map(amountOf);
    let sum = 0;
    for (let place = to - 1; place >= from; place -= 1) sum += this.#amounts[place] as number;
    return sum;
  }

  add(event: Event): void {
    if (!this.#meant(event)) return;
    const place = this.#place(event.time, event.seq);
    this.#events.splice(place, 0, event);
    this.#amounts?.splice(place, 0, amountOf(event));
  }

  remove(event: Event): void {
    if (!this.#meant(event)) return;
    const place = this.#place(event.time, event.seq) - 1;
    this.#events.splice(place, 1);
    this.#amounts?.splice(place, 1);
  }

  /** How many there are up to an event, in the order of the index. */
  #place(time: number, seq: number): number {
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const event = this.#events[middle] as Event;
      if (event.time < time || (event.time === time && event.seq <= seq)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The tallies of people with too many events to be walked, which follow each write. */
class Tallies implements Derived<Event> {
  readonly #people = new Map<string, Map<string, Tally>>();
  #held = 0;

  of(person: string, condition: string): Tally | undefined {
    return this.#people.get(person)?.get(condition);
  }

  keep(person: string, condition: string, tally: Tally): void {
    this.#held += tally.size;
    if (this.#held > heldMax) this.#forget(tally.size);
    const known = this.#people.get(person);
    if (known === undefined) this.#people.set(person, new Map([[condition, tally]]));
    else known.set(condition, tally);
  }

  replace(old: Event | undefined, event: Event | undefined): void {
    if (old !== undefined) this.#tell(old, (tally) => tally.remove(old));
    if (event !== undefined) this.#tell(event, (tally) => tally.add(event));
  }

  #tell({ profile }: Event, act: (tally: Tally) => void): void {
    for (const tally of this.#people.get(profile)?.values() ?? []) {
      this.#held -= tally.size;
      act(tally);
      this.#held += tally.size;
    }
  }

  #forget(held: number): void {
    this.#people.clear();
    this.#held = held;
  }
}

const newTallies = (): Tallies => new Tallies();

export const talliesOf = (account: Account): Tallies => account.table(events).derived(newTallies);
