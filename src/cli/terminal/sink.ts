import { fstatSync, write, writeSync } from "node:fs";
import { Socket } from "node:net";
import { promisify } from "node:util";
import { pause } from "../../world/time/deadline.ts";

/** Takes text, and calls back when it is gone or cannot go. */
export interface Sink {
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

const writeSome = promisify(write);

function threadSink(fd: number): Sink {
  return {
    take: (text, done) => void writeAll(fd, Buffer.from(text)).then(() => done(), done),
    takeNow: (text) => writeNow(fd, text),
    holdsExit: true,
  };
}

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
