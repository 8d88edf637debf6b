import type { Emulator } from "../../emulator.ts";

/**
 * Where V8 puts what is new. While it finds much in there that lives on, it doubles it, up to 16 MB twice over. A start
 * leaves it with 4 MB, and of what a request makes next to nothing lives on: more would be 26 MB of the machine's memory
 * after 10,000 requests, for no time won (`bench --only memory`, `--only throughput`).
 */
class YoungSpace {
  #setFlags: ((flags: string) => void) | undefined;

  /** From the first request on it stays as large as it is. A start does not wait for that. */
  holdOnceAsked({ requests }: Pick<Emulator, "requests">): void {
    const stop = requests.listen(() => {
      stop();
      this.#setFlags = process.getBuiltinModule("node:v8").setFlagsFromString;
      this.#setFlags(held);
    });
  }

  /** Does something under the flags with which the process began: V8 takes in no code that was kept under others. */
  underUsualFlags(act: () => void): void {
    this.#setFlags?.(usual);
    try {
      act();
    } finally {
      this.#setFlags?.(held);
    }
  }
}

/** By how much it grows. */
const [usual, held] = ["--semi-space-growth-factor=2", "--semi-space-growth-factor=1"];

export const youngSpace = new YoungSpace();
