import { fstatSync, write, writeSync } from "node:fs";
import { Socket } from "node:net";
import { promisify } from "node:util";
import { pause, within } from "../../world/time/deadline.ts";

/** Takes text, and calls back when it is gone or cannot go. */
interface Sink {
  readonly take: (text: string, done: (error?: Error | null) => void) => void;
  /** Writes at once as much as there is room for. */
  readonly takeNow: (text: string) => void;
  /** Whether Node cannot exit before what was taken is gone, as nothing interrupts its threads. */
  readonly holdsExit: boolean;
}

/** How long a file or terminal that takes nothing more is left alone. */
const retryMs = 20;

/** Writes to an open file, pipe or terminal without ever waiting for it. */
export function openSink(fd: number): Sink {
  const kind = fstatSync(fd);
  // Windows has no way to ask a pipe whether it has room, and Bun does not ask: there a thread waits for it.
  const isAsked = process.platform !== "win32" && process.versions["bun"] === undefined;
  return isAsked && (kind.isFIFO() || kind.isSocket()) ? pipeSink(fd) : threadSink(fd);
}

function pipeSink(fd: number): Sink {
  const socket = new Socket({ fd, readable: false, writable: true });
  // Told to `done` too.
  socket.on("error", () => {});
  const take: Sink["take"] = (text, done) => void socket.write(text, done);
  return { take, takeNow: (text) => writeNow(fd, text), holdsExit: false };
}

const threadSink = (fd: number): Sink => ({
  take: (text, done) => void writeAll(fd, Buffer.from(text)).then(() => done(), done),
  takeNow: (text) => writeNow(fd, text),
  holdsExit: true,
});

const writeSome = promisify(write);

function writeNow(fd: number, text: string): void {
  try {
    writeSync(fd, text);
  } catch {
    // Nobody reads it, or there is no room.
  }
}

async function writeAll(fd: number, bytes: Buffer): Promise<void> {
  for (let from = 0; from < bytes.length;) {
    try {
      from += (await writeSome(fd, bytes, from)).bytesWritten;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      await pause(retryMs);
    }
  }
}

const waitingMax = 1_000_000;

/** How long lines wait for others behind a write, which costs as much as a third of a request. */
const pauseMs = 5;

/** When lines are written: at the end of a turn of the event loop, and a while after a write. */
type Pacing = Readonly<Record<"turn" | "pause", (run: () => void) => void>>;

const usual: Pacing = {
  turn: (run) => void setImmediate(run),
  pause: (run) => void pause(pauseMs).then(run),
};

/**
 * Lines for a reader that may be slow, stop, or go away; the emulator goes on all the same. The lines of one turn are
 * one write, one write is under way at a time, and lines beyond the bound are dropped, counted, and told of.
 */
export class LineWriter {
  readonly #sink: Sink;
  readonly #missing: (lines: number) => string;
  readonly #pacing: Pacing;
  #lines: string[] = [];
  #waiting = 0;
  #dropped = 0;
  /** From the first line on, until all are written and nothing came meanwhile. */
  #busy = false;
  #writing = false;
  #gone = false;
  #onIdle: (() => void)[] = [];

  /** @param missing the line that stands for so many dropped ones */
  constructor(sink: Sink, missing: (lines: number) => string, pacing = usual) {
    this.#sink = sink;
    this.#missing = missing;
    this.#pacing = pacing;
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
    if (this.#busy) return;
    this.#busy = true;
    this.#pacing.turn(() => this.#next());
  }

  /** Waits until all is written, but no longer than so many milliseconds. */
  async flush(ms: number): Promise<void> {
    if (this.#busy) await within(ms, new Promise<void>((resolve) => this.#onIdle.push(resolve)));
  }

  /** Whether an exit would wait for the reader, as it does for a thread that writes. */
  get stuck(): boolean {
    return this.#writing && this.#sink.holdsExit;
  }

  /** Writes what waits, now: for the end of the process, which lets nothing be done later. */
  writeRest(): void {
    this.#tellDropped();
    // Behind a text that is under way nothing could stand in its place.
    if (this.#lines.length > 0 && !this.#writing && !this.#gone) this.#sink.takeNow(this.#text());
  }

  #queue(line: string): void {
    this.#lines.push(line);
    this.#waiting += line.length + 1;
  }

  #tellDropped(): void {
    if (this.#dropped > 0) this.#queue(this.#missing(this.#dropped));
    this.#dropped = 0;
  }

  #next(): void {
    if (this.#lines.length === 0) this.#tellDropped();
    this.#busy = this.#lines.length > 0 && !this.#gone;
    if (!this.#busy) {
      for (const resolve of this.#onIdle.splice(0)) resolve();
      return;
    }
    const text = this.#text();
    this.#writing = true;
    this.#sink.take(text, (error) => {
      this.#writing = false;
      this.#waiting -= text.length;
      // The reader went away, or the disk is full: nothing is written any more.
      this.#gone = error !== undefined && error !== null;
      this.#pacing.pause(() => this.#next());
    });
  }

  #text(): string {
    return `${this.#lines.splice(0).join("\n")}\n`;
  }
}
