import { computed, signal } from "@preact/signals";
import type { ClockView } from "../../control/clock-view.ts";

/** A date that moves less is set by a time server. */
const sleptMsMin = 2000;

/** Where the page's time comes from: the one place that knows how time passes here. */
export class Pulse {
  /** How far the machine's date is ahead of the page's time. */
  #dateMs = Date.now() - performance.now();

  /** Milliseconds since the page was opened; they never go back. */
  now(): number {
    return performance.now();
  }

  /** Whether the machine has slept since this was asked last: the page's time stood meanwhile. */
  hasSlept(): boolean {
    const before = this.#dateMs;
    this.#dateMs = Date.now() - performance.now();
    return this.#dateMs - before > sleptMsMin;
  }

  /** Runs it before the next frame is drawn; where nothing is drawn, soon. */
  frame(run: () => void): void {
    if (document.hidden) setTimeout(run, 250);
    else requestAnimationFrame(run);
  }

  /** Runs it once, later. @returns prevents it */
  after(ms: number, run: () => void): () => void {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  }

  /** Counts on, so often: what reads it is drawn anew. */
  beat(everyMs: number) {
    const count = signal(0);
    const tick = (): void => {
      if (!document.hidden) count.value += 1;
      setTimeout(tick, everyMs);
    };
    setTimeout(tick, everyMs);
    return count;
  }
}

const pauseMs = 5000;

/** What a screen reader is told of: few things, politely, and not the same thing twice in a row. */
export function announcing(pulse: Pulse) {
  const text = signal("");
  const last = { at: -pauseMs, kind: "" };
  return {
    text,
    /** @param kind what is said of the same kind twice is said once */
    say(what: string, kind: string): void {
      const at = pulse.now();
      if (at - last.at < pauseMs || kind === last.kind) return;
      Object.assign(last, { at, kind });
      text.value = what;
    },
  };
}

/** The emulator's clock, as it was last heard of and as it runs on since. */
export class WorldClock {
  readonly #pulse: Pulse;
  readonly #heard = signal<(ClockView & { readonly at: number }) | undefined>(undefined);
  readonly #beat;
  /** How it runs; undefined: nothing was heard of it yet. */
  readonly mode = computed(() => this.#heard.value?.mode);
  readonly factor = computed(() => this.#heard.value?.factor ?? 1);

  constructor(pulse: Pulse) {
    this.#pulse = pulse;
    this.#beat = pulse.beat(100);
  }

  hear(clock: ClockView): void {
    this.#heard.value = { ...clock, at: this.#pulse.now() };
  }

  /** World time in milliseconds; who reads it in a component is drawn anew ten times a second. */
  get now(): number {
    void this.#beat.value;
    return this.peek();
  }

  peek(): number {
    const heard = this.#heard.value;
    if (heard === undefined) return 0;
    if (heard.mode === "frozen") return heard.ms;
    return heard.ms + (this.#pulse.now() - heard.at) * (heard.factor || 1);
  }
}
