import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { aside, quiet } from "./deadline.ts";

/** How often the event loop is looked at, in milliseconds. */
const resolutionMs = 10;

/** How long a stretch is of which the worst is kept, in milliseconds, and how many of them are. */
const stretchMs = 100;
const stretchesMax = 10_000;

/** Without a request for so long, nothing is watched: of waits that are longer, what a process is late is next to nothing. */
const quietMs = 60_000;

/** The worst of a stretch that ended then. Times are the clock's real ones. */
type Late = { readonly at: number; readonly ms: number };

/** By how much this process itself is late, which bounds what it times of its clients. Read when a request comes. */
export class Lag {
  /** Two, of which one goes on where the other begins anew: a look that is the first sees nothing. */
  #loops: IntervalHistogram[] = [];
  #late: Late[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  /** Undefined: nobody listens. */
  #wait: ((ms: number) => Promise<void>) | undefined;
  #noted = 0;

  /** @returns ends it. @param wait takes so many milliseconds */
  watch(wait = aside): () => void {
    this.#wait = wait;
    this.#wake(wait);
    return () => {
      this.#wait = undefined;
      this.#rest();
    };
  }

  #wake(wait: (ms: number) => Promise<void>): void {
    this.#loops = [1, 2].map(() => monitorEventLoopDelay({ resolution: resolutionMs }));
    for (const loop of this.#loops) loop.enable();
    void quiet(
      () => this.#noted,
      () => wait(quietMs),
    ).then(() => this.#rest());
  }

  #rest(): void {
    this.#late.push({ at: this.#readAt, ms: this.#worst() });
    for (const loop of this.#loops) loop.disable();
    this.#loops = [];
  }

  /** @param at now */
  note(at: number): void {
    this.#noted += 1;
    if (this.#loops.length === 0 && this.#wait !== undefined) this.#wake(this.#wait);
    const [older, newer] = this.#loops;
    if (older === undefined || newer === undefined || at < this.#readAt + stretchMs) return;
    this.#readAt = at;
    this.#late.push({ at, ms: this.#worst() });
    older.reset();
    this.#loops = [newer, older];
    if (this.#late.length > stretchesMax) this.#late = this.#late.slice(stretchesMax / 2);
  }

  /** The worst since an instant, or shortly before, in milliseconds; 0 where nobody listens. */
  worstSince(at: number): number {
    return this.#late.reduce(
      (worst, each) => (each.at > at ? Math.max(worst, each.ms) : worst),
      this.#worst(),
    );
  }

  #worst(): number {
    return this.#loops.reduce((worst, loop) => Math.max(worst, lateOf(loop)), 0);
  }
}

/** What is measured is how long the loop took from one look to the next. */
const lateOf = ({ max }: IntervalHistogram): number =>
  Math.max(0, Math.round(max / 1e6 - resolutionMs));
