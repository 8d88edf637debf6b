import { Alarm, type Due, DueQueue, type Waits } from "./due-queue.ts";
import { ClientTime, type Waiting } from "./client-time.ts";
import { Listeners } from "../notices.ts";
import { type ClockMode, type ClockValue, modeAfter } from "./clock-value.ts";

/** How a clock begins. */
export type Begun = { readonly time?: ClientTime; readonly frozenAt?: number };

/** The emulator's time, in milliseconds since 1970: one queue of what is due, and one timer for it. */
export class Clock implements Waiting {
  /** By which it goes: what of it is skipped, is skipped for all that go by it. */
  readonly time: ClientTime;
  #value: ClockValue;
  readonly #due = new DueQueue<Clock>();
  /** Who is told when it is stopped: at the end of its world. */
  readonly stops = new Listeners();
  readonly #alarm = new Alarm(() => {
    this.time.machine.follow();
    this.#runDue();
  });
  /** What it waits for before it goes on. */
  readonly #held = new Set<Promise<void>>();
  /** How many ways were ended before their end. */
  #ways = 0;
  /** While it stands on its way: when that way is over. */
  #standing: Promise<void> | undefined;

  /** @param frozenAt starts the clock frozen at this instant */
  constructor({ time = new ClientTime(), frozenAt }: Begun = {}) {
    this.time = time;
    const anchorReal = time.now();
    const mode = frozenAt === undefined ? "real" : "frozen";
    this.#value = { mode, factor: 1, anchorReal, anchorWorld: frozenAt ?? anchorReal };
  }

  get value(): ClockValue {
    return this.#value;
  }

  get mode(): ClockMode {
    return this.#value.mode;
  }

  get factor(): number {
    return this.#value.factor;
  }

  /** World time: a fraction of a millisecond matters to nobody. */
  now(): number {
    const { mode, factor, anchorReal, anchorWorld } = this.#value;
    if (mode === "frozen") return anchorWorld;
    return Math.floor(anchorWorld + (this.time.now() - anchorReal) * factor);
  }

  /** The client's time: what its own clock says, wherever the world's has been moved to. */
  realNow(): number {
    return this.time.now();
  }

  /** Whole seconds that a client has to wait for this much world time to pass; at least one. */
  clientSeconds(worldMs: number): number {
    return Math.max(1, Math.ceil(worldMs / this.pace / 1000));
  }

  /** The world time that passes while a client waits this long; whole, since `now` is. */
  worldMsOf(clientSeconds: number): number {
    return Math.floor(clientSeconds * 1000 * this.pace);
  }

  /** World time a unit of the client's; of a frozen clock, what it will run on with. */
  get pace(): number {
    return this.#value.mode === "frozen" ? 1 : this.#value.factor;
  }

  /** A clock that shows the same, and goes its own way from here. */
  split(time: ClientTime = this.time): Clock {
    const other = new Clock({ time });
    other.#value = this.#value;
    const { movesOnAs, anchorWorld } = this.#value;
    // While this one is being advanced: the rest of the way is not the other's.
    if (movesOnAs !== undefined) other.#set(modeAfter(this.#value), anchorWorld);
    return other;
  }

  freeze(at: number = this.now()): void {
    this.#set("frozen", at);
  }

  /** Runs on from the present world time, as fast as before it was frozen. */
  resume(): void {
    const { mode, factor } = this.#value;
    if (mode !== "frozen") return;
    this.#set(factor === 1 ? "offset" : "accelerated", this.now());
  }

  useReal(): void {
    this.#set("real", this.time.now(), 1);
  }

  /** Moves a clock to another instant; it stands or runs on from there as it did. */
  moveTo(at: number): void {
    const { mode } = this.#value;
    this.#set(mode === "real" ? "offset" : mode, at);
  }

  /** Moves a clock to another instant, from which it runs as the machine's does. */
  offsetTo(at: number): void {
    this.#set("offset", at, 1);
  }

  /** Runs `factor` times as fast as the machine's, from the present world time or another. */
  accelerate(factor: number, at: number = this.now()): void {
    this.#set("accelerated", at, factor);
  }

  /**
   * Moves time forward, and runs all that becomes due on the way, in order, each at its instant. What one of them tells
   * the clock holds: the rest of the way goes on from there. Where something is held, the time stands until it has ended.
   * @returns undefined once it is there; a promise of that, where it stands on the way
   */
  advance(ms: number): Promise<void> | undefined {
    // One way after the other.
    if (this.#standing !== undefined) return this.#standing.then(() => this.advance(ms));
    const within = this.#value.movesOnAs !== undefined;
    if (within || !this.isHeld) return this.#go(this.now() + ms, within);
    const way = this.#ways;
    return this.#whileHeld(() =>
      this.#ways === way ? this.#go(this.now() + ms, false) : undefined,
    );
  }

  /** Whether it is being advanced: whoever does that waits for what is due on the way. */
  get isOnItsWay(): boolean {
    return this.#value.movesOnAs !== undefined;
  }

  /** Ends its way where it has got to; what is due there is still done. @returns whether it was on one */
  halt(): boolean {
    if (this.#standing === undefined) return false;
    this.#ways += 1;
    return true;
  }

  #go(to: number, within: boolean): Promise<void> | undefined {
    let target = to;
    for (let due; (due = this.#due.next(target)) !== undefined;) {
      const standing = this.#stand(Math.max(due.at, this.now()));
      due.run();
      const moved = this.#movedFrom(standing);
      // The machine's time has no rest of the way.
      if (moved === undefined) return undefined;
      target += moved;
      if (!within && this.isHeld) return this.#goOnLater(target);
    }
    if (within) this.#stand(target);
    else this.#set(modeAfter(this.#value), target);
    return undefined;
  }

  /** The rest of the way, once nothing is held any more. */
  #goOnLater(target: number): Promise<void> {
    const standing = this.#value;
    const way = this.#ways;
    return this.#whileHeld(() => {
      if (this.#ways !== way) {
        if (this.#value === standing) this.#set(modeAfter(this.#value), standing.anchorWorld);
        return undefined;
      }
      const moved = this.#movedFrom(standing);
      return moved === undefined ? undefined : this.#go(target + moved, false);
    });
  }

  /** How far the clock was moved by what it was told meanwhile; undefined: it is the machine's again. */
  #movedFrom(standing: ClockValue): number | undefined {
    if (this.#value === standing) return 0;
    return this.#value.mode === "real" ? undefined : this.now() - standing.anchorWorld;
  }

  #whileHeld(then: () => Promise<void> | undefined): Promise<void> {
    const way = this.#ways;
    this.#standing = Promise.all(this.#held).then(() => {
      this.#standing = undefined;
      return this.isHeld && this.#ways === way ? this.#whileHeld(then) : then();
    });
    return this.#standing;
  }

  /** Whoever advances the clock waits for this, which never rejects. */
  hold(done: Promise<void>): void {
    this.#held.add(done);
    void done.then(() => {
      this.#held.delete(done);
      this.#takePart();
    });
    this.#takePart();
  }

  /** Its time knows of it as long as something is due or held. */
  #takePart(): void {
    if (this.isHeld || this.#due.first() !== undefined) this.time.add(this);
    else this.time.delete(this);
  }

  /** Whether something is held: then no time should pass. */
  get isHeld(): boolean {
    return this.#held.size > 0;
  }

  dueInMs(): number | undefined {
    const next = this.#due.first();
    if (next === undefined || this.#value.mode === "frozen") return undefined;
    return Math.max(0, Math.ceil((next.at - this.now()) / this.#value.factor));
  }

  catchUp(): void {
    this.#alarm.clear();
    if (this.#value.mode !== "frozen") this.#runDue();
  }

  /**
   * Runs something once this many milliseconds of world time have passed. What has an `end` may go on by another clock.
   * @returns cancels it
   */
  after(ms: number, run: () => void, { idle = false, end }: Waits = {}): () => void {
    const order = this.time.nextOrder();
    const due: Due<Clock> = { at: this.now() + ms, order, run, idle, end, clock: this };
    this.#due.add(due);
    this.#arm();
    return () => {
      const { clock } = due;
      clock.#due.take(due);
      clock.#arm();
    };
  }

  /** What may go on by another clock goes on by this one, at the instants for which it was put down. */
  takeOver(other: Clock): void {
    for (const due of other.#due.clear()) {
      if (due.end !== undefined) due.clock = this;
      due.clock.#due.add(due);
    }
    other.#arm();
    this.#runDue();
  }

  /** Ends every wait at once: nothing of this clock's world goes on. */
  stop(): void {
    this.stops.tell();
    this.stops.clear();
    const waiting = this.#due.clear();
    this.#arm();
    for (const { end, run } of waiting) (end ?? run)();
  }

  /** Stands at an instant on its way, where things are done. */
  #stand(anchorWorld: number): ClockValue {
    const { factor } = this.#value;
    const movesOnAs = modeAfter(this.#value);
    this.#value = { mode: "frozen", factor, anchorReal: 0, anchorWorld, movesOnAs };
    return this.#value;
  }

  #set(mode: ClockMode, anchorWorld: number, factor = this.#value.factor): void {
    this.#value = { mode, factor, anchorReal: this.time.now(), anchorWorld };
    this.#runDue();
  }

  #runDue(): void {
    for (let due; (due = this.#due.next(this.now())) !== undefined;) due.run();
    this.#arm();
  }

  #arm(): void {
    const at = this.#due.first()?.at;
    const { isAwaited } = this.#due;
    if (this.#alarm.isSetFor(at, this.#value, isAwaited)) return;
    this.#takePart();
    this.#alarm.set(at, this.#value, isAwaited, this.dueInMs());
  }
}
