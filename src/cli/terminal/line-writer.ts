import { within } from "../../world/deadline.ts";
import type { Sink } from "./sink.ts";

/** How much waits for a slow reader, in characters. */
const waitingMax = 1_000_000;

/**
 * Lines for a reader who may be slow, stop, or go away; the emulator goes on all the same. One
 * write is under way at a time, the lines of meanwhile wait, and those beyond the bound are dropped
 * and counted. Who stops reading misses lines, and is told how many.
 */
export class LineWriter {
  readonly #sink: Sink;
  readonly #missing: (lines: number) => string;
  #lines: string[] = [];
  #waiting = 0;
  #dropped = 0;
  #writing = false;
  #gone = false;
  #onIdle: (() => void)[] = [];

  /** @param missing the line that stands for so many dropped ones */
  constructor(sink: Sink, missing: (lines: number) => string) {
    this.#sink = sink;
    this.#missing = missing;
  }

  write(line: string): void {
    if (this.#gone) return;
    // Half must be free again before the next line goes in, else every other line were a gap.
    const room = this.#dropped === 0 ? waitingMax : waitingMax / 2;
    if (this.#waiting + line.length > room) {
      this.#dropped += 1;
      return;
    }
    this.#tellDropped();
    this.#queue(line);
    if (!this.#writing) this.#next();
  }

  /** Waits until all is written, but no longer than so many milliseconds. */
  async flush(ms: number): Promise<void> {
    if (this.#writing) await within(ms, new Promise<void>((resolve) => this.#onIdle.push(resolve)));
  }

  /** Whether an exit would wait for the reader, as it does for a thread that writes. */
  get stuck(): boolean {
    return this.#writing && this.#sink.holdsExit;
  }

  #queue(line: string): void {
    this.#lines.push(line);
    this.#waiting += line.length + 1;
  }

  #tellDropped(): void {
    if (this.#dropped === 0) return;
    this.#queue(this.#missing(this.#dropped));
    this.#dropped = 0;
  }

  #next(): void {
    if (this.#lines.length === 0) this.#tellDropped();
    this.#writing = this.#lines.length > 0 && !this.#gone;
    if (!this.#writing) {
      for (const resolve of this.#onIdle.splice(0)) resolve();
      return;
    }
    const text = `${this.#lines.join("\n")}\n`;
    this.#lines = [];
    this.#sink.take(text, (error) => {
      this.#waiting -= text.length;
      // The reader went away, or the disk is full: nothing is written any more.
      this.#gone = error !== undefined && error !== null;
      this.#next();
    });
  }
}
