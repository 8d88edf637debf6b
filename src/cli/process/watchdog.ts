import { spawn } from "node:child_process";
import type { Writable } from "node:stream";
import { runVariable } from "./left-behind.ts";

/**
 * What ends a command when this process is killed and can no longer do it: a shell that reads from a
 * pipe, which the kernel closes whatever becomes of us. It is told whom to signal (a process, or a
 * group as a negative number), and at the end that all is well. What has left the group is found by
 * its mark, where there is a /proc.
 */
const script = `
trap '' INT TERM HUP
read -r target || exit 0
read -r _ && exit 0
end() {
  kill "-$1" "$target" 2>/dev/null
  for file in /proc/[0-9]*/environ; do
    pid=\${file#/proc/}
    if grep -qsz "^$0\\$" "$file"; then kill "-$1" "\${pid%/environ}" 2>/dev/null; fi
  done
}
end TERM
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  sleep 0.1
  kill -0 "$target" 2>/dev/null || break
done
end KILL
`;

export class Watchdog {
  readonly #pipe: Writable;

  /** @param mark by which all that the command starts is known */
  constructor(mark: string) {
    const shell = spawn("/bin/sh", ["-c", script, `${runVariable}=${mark}`], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
    });
    // A machine without a shell has no watchdog, and one that has gone cannot be told anything.
    shell.on("error", () => {});
    shell.stdin.on("error", () => {});
    shell.unref();
    this.#pipe = shell.stdin;
  }

  watch(target: number): void {
    this.#pipe.write(`${target}\n`);
  }

  /** The command has ended in order. */
  dismiss(): void {
    this.#pipe.end("done\n");
  }
}
