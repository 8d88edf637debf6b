import { spawn } from "node:child_process";
import type { Writable } from "node:stream";

/**
 * What ends a command's group when this process is killed and can no longer do it: a shell that reads
 * from a pipe, which the kernel closes whatever becomes of us. It is told the group, and at the end
 * that all is well.
 */
const script = `
trap '' INT TERM HUP
read -r group || exit 0
read -r _ && exit 0
kill -TERM "-$group" 2>/dev/null || exit 0
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  sleep 0.1
  kill -0 "-$group" 2>/dev/null || exit 0
done
kill -KILL "-$group" 2>/dev/null
`;

export class Watchdog {
  readonly #pipe: Writable;

  constructor() {
    const shell = spawn("/bin/sh", ["-c", script], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
    });
    // A machine without a shell has no watchdog, and one that has gone cannot be told anything.
    shell.on("error", () => {});
    shell.stdin.on("error", () => {});
    shell.unref();
    this.#pipe = shell.stdin;
  }

  watch(group: number): void {
    this.#pipe.write(`${group}\n`);
  }

  /** The group has ended in order. */
  dismiss(): void {
    this.#pipe.end("done\n");
  }
}
