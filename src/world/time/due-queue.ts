import { Tree } from "../store/tree.ts";
import type { ClockValue } from "./clock-value.ts";

export interface Due<C> {
  readonly at: number;
  /** Of two at one instant, the lesser one is first: none has it twice. */
  readonly order: number;
  readonly run: () => void;
  /** Whether nobody waits for it: it does not keep the process alive. */
  readonly idle: boolean;
  /** Told in place of `run` where the clock is stopped; undefined: it is run then. */
  readonly end: (() => void) | undefined;
  /** Where it waits: it may go on by another clock. */
  clock: C;
}

/** How something waits: unless it is told otherwise, somebody waits for it, and it is run at the end. */
export type Waits = Partial<Pick<Due<unknown>, "idle" | "end">>;

const inOrder = (a: Due<unknown>, b: Due<unknown>): number => a.at - b.at || a.order - b.order;

/** What is due, in the order of the instants; of two at one, the first that was put down. */
export class DueQueue<C> {
  readonly #tree = new Tree<Due<C>, undefined>(undefined, inOrder);
  #awaited = 0;

  get isAwaited(): boolean {
    return this.#awaited > 0;
  }

  first(): Due<C> | undefined {
    return this.#tree.minKey();
  }

  /** Takes the first, if it is due by then. */
  next(until: number): Due<C> | undefined {
    const due = this.first();
    if (due === undefined || due.at > until) return undefined;
    this.take(due);
    return due;
  }

  add(due: Due<C>): void {
    this.#tree.set(due, undefined);
    if (!due.idle) this.#awaited += 1;
  }

  take(due: Due<C>): void {
    if (this.#tree.delete(due) && !due.idle) this.#awaited -= 1;
  }

  clear(): Due<C>[] {
    const all = this.#tree.keysArray();
    this.#tree.clear();
    this.#awaited = 0;
    return all;
  }
}

/** The longest wait of one timer, less than Node's longest: timers stand while the machine sleeps. */
const timerMsMax = 10_000;

/** Rings for the first of what is due by a clock: one timer, which is set anew only where that has become another. */
export class Alarm {
  readonly #ring: () => void;
  #timer: NodeJS.Timeout | undefined;
  #at: number | undefined;
  #value: ClockValue | undefined;
  #isAwaited = false;

  constructor(ring: () => void) {
    this.#ring = ring;
  }

  /** Mostly, what is put down or taken away comes later than what is waited for. */
  isSetFor(at: number | undefined, value: ClockValue, isAwaited: boolean): boolean {
    return this.#value === value && this.#at === at && this.#isAwaited === isAwaited;
  }

  /** @param isAwaited whether it keeps the process alive @param waitMs undefined: none comes by itself */
  set(at: number | undefined, value: ClockValue, isAwaited: boolean, waitMs?: number): void {
    this.clear();
    [this.#at, this.#value, this.#isAwaited] = [at, value, isAwaited];
    if (waitMs === undefined) return;
    const ring = () => {
      this.clear();
      this.#ring();
    };
    this.#timer = setTimeout(ring, Math.min(waitMs, timerMsMax));
    if (!isAwaited) this.#timer.unref();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#value = undefined;
  }
}
