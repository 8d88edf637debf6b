import { MachineTime, type Sleeper } from "./machine-time.ts";

export interface Waiting extends Sleeper {
  /** Whether it stands until something else has ended. */
  readonly isHeld: boolean;
}

/** The machine's time and what has been skipped of it. All clocks go by it, so a skipped wait is over for all. */
export class ClientTime {
  readonly machine: MachineTime;
  /** How far it is ahead of the machine's, in milliseconds. */
  skippedMs = 0;
  #order = 0;
  readonly #waiting = new Set<Waiting>();
  /** The ports of clients that wait for an answer which is held back, and for how many. */
  readonly #heldBack = new Map<number, number>();
  #told: () => void = () => {};

  constructor(machine = new MachineTime()) {
    this.machine = machine;
  }

  now(): number {
    return this.machine.now() + this.skippedMs;
  }

  /** Whether a `Date` header that Node writes says the same. */
  get isAsDated(): boolean {
    return this.skippedMs === 0 && this.machine.isAsDated;
  }

  /** Tells what is put down for one instant apart, on whichever clock. */
  nextOrder(): number {
    this.#order += 1;
    return this.#order;
  }

  /** Another time that says the same, and is skipped apart. */
  split(): ClientTime {
    const other = new ClientTime(this.machine);
    other.skippedMs = this.skippedMs;
    return other;
  }

  skip(ms: number): void {
    this.skippedMs += ms;
    this.catchUp();
  }

  catchUp(): void {
    for (const each of new Set(this.#waiting)) each.catchUp();
  }

  /** In how many milliseconds the first is due of all that waits; undefined: nothing does. */
  dueInMs(): number | undefined {
    const all = [...this.#waiting].flatMap((each) => each.dueInMs() ?? []);
    return all.length === 0 ? undefined : Math.min(...all);
  }

  /** Whether something that waits stands until something else has ended. */
  get isHeld(): boolean {
    return [...this.#waiting].some(({ isHeld }) => isHeld);
  }

  add(waiting: Waiting): void {
    this.#waiting.add(waiting);
    this.machine.sleepers.add(this);
  }

  delete(waiting: Waiting): void {
    this.#waiting.delete(waiting);
    if (this.#waiting.size === 0) this.machine.sleepers.delete(this);
  }

  /** An answer is held back. @param port from which its client asked @returns ends that */
  holdBack(port: number | undefined): () => void {
    if (port === undefined) return () => {};
    let isOver = false;
    this.#count(port, 1);
    return () => {
      if (!isOver) this.#count(port, -1);
      isOver = true;
    };
  }

  #count(port: number, by: 1 | -1): void {
    const count = (this.#heldBack.get(port) ?? 0) + by;
    if (count === 0) this.#heldBack.delete(port);
    else this.#heldBack.set(port, count);
    this.#told();
  }

  /** From which ports clients wait for answers that are held back. */
  get heldBack(): ReadonlySet<number> {
    return new Set(this.#heldBack.keys());
  }
  /** Has it told whenever that changes. */
  onHeldBack(told: () => void): void {
    this.#told = told;
  }
}
