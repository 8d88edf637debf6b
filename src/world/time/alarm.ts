import type { ClockValue } from "./clock-value.ts";

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

  /** It is set for nothing. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#value = undefined;
  }
}
