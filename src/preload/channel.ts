import { closeSync, openSync, readSync } from "node:fs";
import { connect } from "node:net";
import { basename } from "node:path";
import { threadId } from "node:worker_threads";
import type { Activity } from "./activity.ts";
import type { Clocks } from "./clocks.ts";
import { type Hello, type Question, skippedFileIn, socketIn, type TimeUpdate } from "./messages.ts";
import type { Timers } from "./timers.ts";

export function skippedBefore(channel: string): number {
  try {
    const bytes = Buffer.alloc(8);
    const file = openSync(skippedFileIn(channel), "r");
    readSync(file, bytes, 0, 8, 0);
    closeSync(file);
    return bytes.readDoubleLE();
  } catch {
    return 0;
  }
}

type Parts = { readonly clocks: Clocks; readonly timers: Timers; readonly activity: Activity };

/** Takes part: answers what it is asked, until it ends. It keeps no process alive. */
export function join(channel: string, parts: Parts): void {
  const socket = connect(socketIn(channel, process.platform === "win32"));
  socket.unref();
  // Without the channel, time is real.
  socket.on("error", () => {});
  socket.setEncoding("utf8");
  const say = (what: object) => void socket.write(`${JSON.stringify(what)}\n`);
  const hello: Hello = {
    pid: process.pid,
    parent: process.ppid,
    thread: threadId,
    name: basename(process.argv[1] ?? "node"),
  };
  say(hello);
  let text = "";
  socket.on("data", (part: string) => {
    const lines = `${text}${part}`.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) hear(JSON.parse(line) as TimeUpdate | Question, parts, say);
  });
}

function hear(
  said: TimeUpdate | Question,
  { clocks, timers, activity }: Parts,
  say: (what: object) => void,
): void {
  if ("skipped" in said) {
    const byMs = said.skipped - clocks.skippedMs;
    if (byMs > 0) {
      clocks.skippedMs = said.skipped;
      timers.shorten(byMs);
    }
    if (said.go) timers.release();
    return;
  }
  // Behind what came with it, and behind the timers that are due.
  setImmediate(() => setImmediate(() => say({ ask: said.ask, ...activity.look() })));
}
