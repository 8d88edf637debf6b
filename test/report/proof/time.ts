import type { Emulator } from "../../../src/index.ts";

/** Of a client's time: what both kinds of it can do. */
export interface Time {
  now(): number;
  timer(ms: number, run: () => void): () => void;
}

/** The time of the machine. */
export const realTime: Time = {
  now: () => performance.now(),
  timer(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

interface Due {
  readonly at: number;
  readonly run: () => void;
}

/** Time that passes only when everybody waits: then at once, until the next of them is due. */
export class VirtualTime implements Time {
  #now = 0;
  #due: Due[] = [];
  /** Requests that will be answered without any time passing. */
  busy = 0;

  now(): number {
    return this.#now;
  }

  timer(ms: number, run: () => void): () => void {
    const due = { at: this.#now + Math.max(0, Math.ceil(ms)), run };
    const after = this.#due.findIndex(({ at }) => at > due.at);
    this.#due.splice(after === -1 ? this.#due.length : after, 0, due);
    return () => {
      this.#due = this.#due.filter((each) => each !== due);
    };
  }

  /**
   * Lets time pass until nothing is due any more, or `until`.
   *
   * @param pass told of every step, once it was made
   */
  async run(until: number, pass: (ms: number) => void): Promise<void> {
    for (;;) {
      await this.#settled();
      const [next] = this.#due;
      if (next === undefined || next.at > until) return;
      const step = next.at - this.#now;
      this.#now = next.at;
      if (step > 0) pass(step);
      // What the emulator does at this instant comes first, as its answers would.
      if (step > 0) await this.#settled();
      const now = this.#due.filter(({ at }) => at <= this.#now);
      this.#due = this.#due.filter(({ at }) => at > this.#now);
      for (const { run } of now) run();
    }
  }

  async #settled(): Promise<void> {
    for (let quiet = 0; quiet < 4; quiet += 1) {
      await new Promise(setImmediate);
      if (this.busy > 0) quiet = 0;
    }
  }
}

/**
 * Runs something while the machine's clock says what the virtual time does, so that a clock of the
 * emulator's that runs, runs with it.
 */
export async function insteadOfReal<T>(time: Time, run: () => Promise<T>): Promise<T> {
  const { now } = performance;
  const origin = now.call(performance);
  performance.now = () => origin + time.now();
  try {
    return await run();
  } finally {
    performance.now = now;
  }
}

/** How the emulator's clock goes along: a frozen one is advanced, another looks at the machine's. */
export const passing = ({ clock }: Emulator, isFrozen: boolean) =>
  isFrozen ? (ms: number) => void clock.advance(`${ms}ms`) : () => {};
