import { constants } from "node:os";
import { within } from "../../world/time/deadline.ts";
import type { LineWriter } from "../terminal/line-writer.ts";

/** How long answers under way, and then the last lines, may take. */
const drainMs = 3000;
const flushMs = 300;

/**
 * Ends the process in order at the first SIGINT or SIGTERM, with the exit code that `before` comes to,
 * and at once at the second.
 *
 * @returns does the same without a signal
 */
export function endOnSignals(
  {
    before,
    drain,
  }: { readonly before: () => Promise<number>; readonly drain: () => Promise<void> },
  out: LineWriter,
): () => void {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    void before().then(async (code) => {
      await within(drainMs, drain());
      await out.flush(flushMs);
      quit(code, out);
    });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (ending) quit(128 + constants.signals[signal], out);
      end();
    });
  }
  return end;
}

/**
 * Exits, come what may: Node would wait for ever for the thread that writes to a stopped terminal,
 * and only a kill does not.
 */
function quit(code: number, out: LineWriter): never {
  if (out.stuck) {
    process.emit("exit", code);
    process.kill(process.pid, "SIGKILL");
  }
  process.exit(code);
}
