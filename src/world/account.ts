import type { ConsistencyKind } from "../contract/consistency.ts";
import { Agenda, turnedBack, workFor, works } from "./time/agenda.ts";
import { type Chance, secretsFrom, type Dice } from "./dice.ts";
import type { AccountSettings } from "./world-settings.ts";
import type { Clock } from "./time/clock.ts";
import type { ActOnCall } from "./faults/delivery.ts";
import { type Draft, LongWork } from "./long-work.ts";
import { VersionHistory } from "./store/version-history.ts";
import type { ProcessingOf, RecorderOf, RulesOf } from "./time/processing.ts";
import type { Key } from "./keys.ts";
import { Listeners } from "./notices.ts";
import type { AccountLimits } from "./limits/limiting.ts";
import { type Positions, State } from "./store/state.ts";
import type { Change, Collection, Table } from "./store/store.ts";
import { type RemovedRecord, newAmong, type CommittedChange } from "./store/record-change.ts";
import type { Stored } from "./store/record.ts";
import { atOnce, type Slices } from "./time/slices.ts";

export type Rules = RulesOf<Account>;
export type Recorder = RecorderOf<Account>;

/** One customer of the service. Everything belongs to an account, and accounts share nothing. */
export class Account {
  readonly settings: AccountSettings;
  readonly keys: Key[] = [];
  readonly limiting: AccountLimits;
  readonly processing: ProcessingOf<Account>;
  readonly past = new VersionHistory();
  /** What the planned faults of its world make of a call of a webhook; undefined: nothing. */
  actOnCall: ActOnCall = () => undefined;
  /** What it has, and the long works on it that are under way. */
  readonly longWork: LongWork;
  #clock: Clock;
  /** How many records fail of a job that is accepted now. */
  failing = 0;
  /** Who is told whenever it is given another clock. */
  readonly clocks = new Listeners();
  hasOwnClock = false;
  readonly #agenda: Agenda<Account>;
  #closed = false;
  #isPlanted = false;

  constructor(
    settings: AccountSettings,
    clock: Clock,
    seed: number,
    limiting: AccountLimits,
    processing: ProcessingOf<Account>,
  ) {
    this.settings = settings;
    this.#clock = clock;
    this.limiting = limiting;
    this.processing = processing;
    const publish = (draft: Draft) => this.#publish(draft);
    this.longWork = new LongWork(new State(`${seed}/${settings.companyId}`), publish);
    this.#agenda = new Agenda(this);
  }

  get #now(): Draft {
    return this.longWork.now;
  }

  /** What it has now. Nothing is written to it but by `commit`. */
  get state(): State {
    return this.#now.state;
  }

  get id(): string {
    return this.settings.companyId;
  }

  /** The emulator's clock, until it is given one of its own. */
  get clock(): Clock {
    return this.#clock;
  }

  /** Gives it a clock of its own, or the emulator's back; what waits on its own ends at once. */
  setClock(clock: Clock, own: boolean): void {
    const [before, had] = [this.#clock, this.hasOwnClock];
    this.#clock = clock;
    this.hasOwnClock = own;
    if (had && before !== clock) before.stop();
    this.#agenda.plan();
    this.clocks.tell();
  }

  /** Goes on by another clock, which has taken over what is due, or is about to. */
  goOnBy(clock: Clock): void {
    this.#clock = clock;
    this.#agenda.goOnBy(clock);
    this.clocks.tell();
  }

  table<R extends Stored>(collection: Collection<R>): Table<R> {
    return this.state.table(collection);
  }

  tables(): ReadonlyMap<string, Table> {
    return this.state.tables();
  }

  dice(stream: string): Dice {
    return this.state.dice(stream);
  }

  /** What the secrets of a kind are drawn from. */
  secrets(stream: string): Chance {
    return secretsFrom(this.dice(stream), this.processing.secretKey);
  }

  /** The instant to put into an id that sorts as it was made (design, "Clock"). */
  idInstant(now: number): number {
    return this.state.idInstant(now);
  }

  nextSeq(): number {
    return this.state.nextSeq();
  }

  /** Puts new records there, as if they had been there before: nobody wrote them, nothing follows. */
  load<R extends Stored>(collection: Collection<R>, records: readonly R[]): void {
    atOnce(this.loadInTurns(collection, records));
  }

  /** The same, in slices. */
  loadInTurns<R extends Stored>(of: Collection<R>, ...all: Parameters<Table<R>["load"]>) {
    if (this.#now.commits === undefined) this.longWork.version += 1;
    return this.table(of).load(...all);
  }

  /** Does what commits as if all of it had been there before: nobody wrote it, nothing follows. */
  planted(act: () => void): void {
    this.#isPlanted = true;
    try {
      act();
    } finally {
      this.#isPlanted = false;
      this.#agenda.plan();
    }
  }

  /** The one way to write: all of the changes, in order, in one go. */
  commit(changes: readonly Change[]): void {
    if (this.#isPlanted) {
      if (this.#now.commits === undefined) this.longWork.version += 1;
      this.state.apply(changes);
      return;
    }
    if (this.#now.commits === undefined) this.past.keep(this);
    let more = this.#apply(changes);
    let works = changes.some(isWork);
    // What follows may have its own consequences. There is no circle of them: definitions that
    // lead back to themselves are refused.
    for (let round = 0; more.length > 0 && round < followedMax; round += 1) {
      works ||= more.some(isWork);
      more = this.#apply(more);
    }
    if (works && this.#now.commits === undefined) this.#agenda.plan();
  }

  #publish({ state, written, commits = [] }: Draft): void {
    if (commits.length > 0) this.past.keep(this);
    Object.assign(this.#now, { state, written: [...this.#now.written, ...written] });
    for (const changes of commits) this.#tell(changes);
    this.#agenda.plan();
  }

  #tell(changes: readonly Change[]): void {
    this.longWork.version += 1;
    this.processing.recorder.wrote(this, changes);
    this.processing.rules.heard(this, changes);
  }

  /** @returns what follows from the changes */
  #apply(changes: readonly Change[]): readonly Change[] {
    const { state, written, commits } = this.#now;
    const before = written.length;
    const gone: RemovedRecord[] = [];
    state.apply(changes, written, gone);
    if (commits === undefined) this.#tell(changes);
    else commits.push(changes);
    return this.processing.rules.follow(this, changes, newAmong(written, before), gone);
  }

  /** Does accepted work without a pause. */
  process(...accepted: Parameters<Account["processInTurns"]>): void {
    atOnce(this.processInTurns(...accepted));
  }

  /** Does accepted work: at once, or in a step for each kind, the last when its delay is over. @param late whose delay that is */
  *processInTurns(
    kinds: readonly string[],
    input: unknown,
    now: number,
    late: ConsistencyKind = "jobs",
  ): Slices<void> {
    const { rules, lateness } = this.processing;
    const delayMs = lateness[late];
    const given = this.failing > 0 ? { ...(input as object), failing: this.failing } : input;
    for (const [index, kind] of kinds.entries()) {
      const due = now + Math.ceil((delayMs * (index + 1)) / kinds.length);
      if (delayMs === 0) yield* rules.perform(this, kind, given, due) ?? [];
      else this.later(kind, given, due);
    }
  }

  /** Its time has gone back: what follows from the time is worked out anew. */
  turnBack(): void {
    const work = this.processing.rules.perform(this, turnedBack, undefined, this.#clock.now());
    if (work !== undefined) atOnce(work);
    this.takeWritten();
  }

  /** Plans work for an instant of the account's clock. It is part of the state. */
  later(kind: string, input: unknown, due: number): void {
    this.commit([workFor(this, kind, input, due)]);
  }

  /** Gives it what every account has from its first moment, once who it is and its own records are there. */
  begin(now: number): void {
    this.commit(this.processing.rules.begin(this, now));
  }

  /** Its world has ended: nothing is done for it any more. */
  close(): void {
    this.#closed = true;
    this.#agenda.close();
  }

  /** Does what no request asked for. */
  aside<T>(act: () => T): T {
    const before = this.#now.written.length;
    try {
      return act();
    } finally {
      this.#now.written.length = before;
    }
  }

  /** What was written since this was last asked: the journal's record of an exchange. */
  takeWritten(): readonly CommittedChange[] {
    if (this.#now.written.length === 0) return nothingWritten;
    const written = this.#now.written;
    this.#now.written = [];
    return written;
  }

  positions(): Positions {
    return this.state.positions();
  }

  snapshot(): State {
    return this.state.clone();
  }

  restore(snapshot: State): void {
    this.longWork.version += 1;
    this.#now.state = snapshot.fork();
    this.past.clear();
    this.processing.recorder.restored(this);
    if (!this.#closed) this.processing.rules.restored(this);
    this.#agenda.plan();
  }
}

const isWork = ({ collection }: Change): boolean => collection.name === works.name;

const followedMax = 1000;
const nothingWritten: readonly never[] = [];
