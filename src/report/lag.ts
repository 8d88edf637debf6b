import { monitorEventLoopDelay } from "node:perf_hooks";

/** How often it is looked, in milliseconds: a delay is seen as that much later than it should have been. */
const everyMs = 10;

/**
 * How late the emulator itself is: a process that does not get its turn hears of requests, and sends answers, later
 * than they come and should go. What looks like a wait of the client's may be that.
 */
export class Lag {
  readonly #seen = monitorEventLoopDelay({ resolution: everyMs });

  constructor() {
    this.#seen.enable();
  }

  /** Looks no more. @returns by how much it was late at worst, in milliseconds */
  stop(): number {
    this.#seen.disable();
    return Math.max(0, this.#seen.max / 1e6 - everyMs);
  }
}
