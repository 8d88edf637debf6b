import type { Clock } from "./clock.ts";
import type { Dice } from "./dice.ts";
import type { Key } from "./keys.ts";
import type { Limits } from "./limits.ts";
import { State } from "./state.ts";
import type { Change, Collection, Stored, Table, Written } from "./store.ts";

/** What is set up once for an account, and does not change with its data. */
export interface AccountSettings {
  /** Six letters and digits, safe to share (specification, "Authentication"). */
  readonly companyId: string;
  /** Without SMS, a phone number alone does not make a profile (specification, "Profile"). */
  readonly sms: boolean;
}

/** One customer of the service. Everything belongs to an account, and accounts share nothing. */
export class Account {
  readonly settings: AccountSettings;
  readonly keys: Key[] = [];
  #clock: Clock;
  #ownClock = false;
  limits: Limits;
  #state: State;
  #written: Written[] = [];

  constructor(settings: AccountSettings, clock: Clock, seed: number, limits: Limits) {
    this.settings = settings;
    this.#clock = clock;
    this.limits = limits;
    this.#state = new State(`${seed}/${settings.companyId}`);
  }

  get id(): string {
    return this.settings.companyId;
  }

  /** The emulator's clock, until it is given one of its own. */
  get clock(): Clock {
    return this.#clock;
  }

  get hasOwnClock(): boolean {
    return this.#ownClock;
  }

  /** Gives it a clock of its own, or the emulator's back; what waits on its own ends at once. */
  setClock(clock: Clock, own: boolean): void {
    const before = this.#clock;
    const had = this.#ownClock;
    this.#clock = clock;
    this.#ownClock = own;
    if (had && before !== clock) before.stop();
  }

  table<R extends Stored>(collection: Collection<R>): Table<R> {
    return this.#state.table(collection);
  }

  tables(): ReadonlyMap<string, Table> {
    return this.#state.tables();
  }

  dice(stream: string): Dice {
    return this.#state.dice(stream);
  }

  /** The instant to put into an id that sorts as it was made (design, "Clock"). */
  idInstant(now: number): number {
    return this.#state.idInstant(now);
  }

  nextSeq(): number {
    return this.#state.nextSeq();
  }

  /** The one way to write: all of the changes, in order, in one go. */
  commit(changes: readonly Change[]): void {
    this.#state.apply(changes, this.#written);
  }

  /** What was written since this was last asked: the journal's record of an exchange. */
  takeWritten(): readonly Written[] {
    if (this.#written.length === 0) return nothingWritten;
    const written = this.#written;
    this.#written = [];
    return written;
  }

  snapshot(): State {
    return this.#state.clone();
  }

  restore(snapshot: State): void {
    this.#state = snapshot.clone();
  }
}

const nothingWritten: readonly never[] = [];
