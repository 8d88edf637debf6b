import { signal } from "@preact/signals";

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

  /** Waits so long. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
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
