import { type Change, collection, put, type Collection, drop, type Table } from "../store/store.ts";
import type { Stored } from "../store/record.ts";
import type { Clock } from "./clock.ts";
import type { RulesOf } from "./processing.ts";
import { inTurns, type Slices, turn } from "./slices.ts";

/** Something to be done later. It is a record, so that it comes and goes with a snapshot. */
export interface Work extends Stored {
  /** World time. */
  readonly due: number;
  readonly kind: string;
  readonly input: unknown;
}

export const works = collection<Work>("work", {
  keys: { due: ({ due }) => due },
  indexes: [["due"]],
  internal: true,
});

/** The change that plans work of an account. It is part of the state. @param due an instant of the account's clock */
export function workFor(of: { nextSeq: () => number }, kind: string, input: unknown, due: number) {
  const seq = of.nextSeq();
  return put(works, { id: `work-${seq}`, seq, due, kind, input });
}

/** The work that is done when an account's time goes back. */
export const turnedBack = "clock.turned-back";

/** What it needs of an account. */
interface Employer<A> {
  readonly clock: Clock;
  readonly processing: { readonly rules: RulesOf<A> };
  readonly longWork: {
    readonly busy: Promise<void> | undefined;
    whole<T>(work: () => Slices<T>): Slices<T>;
  };
  table(collection: Collection<Work>): Table<Work>;
  commit(changes: readonly Change[]): void;
  aside<T>(act: () => T): T;
  takeWritten(): unknown;
}

/** How long steps may take, in milliseconds, before everything else has its turn. */
const sliceMs = 5;

/** Does the work of an account that is due, each piece at its instant. */
export class Agenda<A extends Employer<A>> {
  readonly #account: A;
  #unplan: () => void = () => {};
  /** What its timer waits for, and by which clock. */
  #planned: { readonly due: number; clock: Clock } | undefined;
  /** How long steps have taken since everything else had its turn, in milliseconds of real time. */
  #spentMs = 0;
  /** While it does what is due, or waits to go on, nothing else is planned. */
  #busy = false;
  #closed = false;

  constructor(account: A) {
    this.#account = account;
  }

  close(): void {
    this.#closed = true;
    this.#unplan();
  }

  /** What is planned is planned by this clock from now on. */
  goOnBy(clock: Clock): void {
    if (this.#planned !== undefined) this.#planned.clock = clock;
  }

  /** One timer, for the first that becomes due. */
  plan(): void {
    const { clock } = this.#account;
    const next = this.#account.table(works).find(["due"], []);
    // Mostly, what is new comes later than what is waited for.
    if (next?.due === this.#planned?.due && clock === this.#planned?.clock) return;
    this.#unplan();
    if (next === undefined || this.#closed || this.#busy) return;
    const wait = next.due - clock.now();
    if (wait <= 0) return this.#runDue();
    const run = () => {
      this.#unplan();
      this.#runDue();
    };
    const cancel = clock.after(wait, run, { idle: true, end: () => this.#unplan() });
    this.#planned = { due: next.due, clock };
    this.#unplan = () => {
      this.#unplan = () => {};
      this.#planned = undefined;
      cancel();
    };
  }

  #runDue(): void {
    const { rules } = this.#account.processing;
    this.#busy = true;
    let waitsFor = this.#account.longWork.busy;
    // What it writes is no request's.
    this.#account.aside(() => {
      const now = this.#account.clock.now();
      while (waitsFor === undefined) {
        const next = this.#firstDue(now);
        if (next === undefined) return;
        waitsFor = rules.loading(this.#account, next.kind, now);
        if (waitsFor !== undefined) return;
        this.#account.commit([drop(works, next.id)]);
        const begun = this.#account.clock.realNow();
        try {
          if (rules.perform(this.#account, next.kind, next.input, next.due) !== undefined) {
            waitsFor = this.#doLong(next);
          }
        } catch (error) {
          rules.failed(error, next.kind);
        }
        const { clock } = this.#account;
        this.#spentMs += clock.realNow() - begun;
        // Whatever else waits has its turn between two steps, and where many works follow each other as the time is moved on.
        const isLong = clock.isOnItsWay && this.#spentMs >= sliceMs;
        if (!isLong && !(rules.isStep(next.kind) && this.#firstDue(now) !== undefined)) continue;
        this.#spentMs = 0;
        waitsFor = turn();
      }
    });
    if (waitsFor === undefined) return this.#goOn();
    // Whoever advances the clock waits, too: the time stands meanwhile.
    this.#account.clock.hold(waitsFor.then(() => this.#goOn()));
  }

  /** That it is due is forgotten together with what it writes: a process that ends before begins it again. */
  async #doLong(work: Work): Promise<void> {
    const account = this.#account;
    const { rules } = account.processing;
    const done = drop(works, work.id);
    account.commit([put(works, work)]);
    const whole = account.longWork.whole(function* () {
      account.commit([done]);
      yield* rules.perform(account, work.kind, work.input, work.due) ?? [];
      account.takeWritten();
    });
    try {
      await inTurns(whole, () => account.clock.realNow());
    } catch (error) {
      account.commit([done]);
      rules.failed(error, work.kind);
    }
  }

  #firstDue(now: number): Work | undefined {
    const first = this.#account.table(works).find(["due"], []);
    return first !== undefined && first.due <= now ? first : undefined;
  }

  #goOn(): void {
    this.#busy = false;
    this.plan();
  }
}
