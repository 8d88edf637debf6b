import type { Emulator } from "../../emulator.ts";
import { quiet } from "../../world/time/deadline.ts";

/** Where V8 puts what is new. It doubles it while much lives on: 26 MB more for no time won (`bench --only memory`). */
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

const [usual, held] = ["--semi-space-growth-factor=2", "--semi-space-growth-factor=1"];

export const youngSpace = new YoungSpace();

/** @param hasAnswered whether a request has been answered: what answers it is compiled, too */
export type Keep = (hasAnswered: boolean) => void;

/** What this process has compiled: kept once, where it is new, for the start that comes next. */
class Compiled {
  #keep: Keep | undefined;
  #hasAnswered = false;

  keepBy(keep: Keep): void {
    this.#keep = keep;
  }

  keep(): void {
    const keep = this.#keep;
    this.#keep = undefined;
    if (keep !== undefined) youngSpace.underUsualFlags(() => keep(this.#hasAnswered));
  }

  hear({ requests }: Pick<Emulator, "requests">): void {
    if (this.#keep === undefined) return;
    const stop = requests.listen(() => {
      this.#hasAnswered = true;
      stop();
    });
  }

  /** Keeps it once requests have come, so that what answers them is compiled, too, and while none comes. */
  keepWhenQuiet({ requests }: Pick<Emulator, "requests">): void {
    if (this.#keep === undefined) return;
    this.hear({ requests });
    let asked = 0;
    const stop = requests.listen(() => {
      asked += 1;
      if (asked > 1) return;
      void quiet(() => asked).then(() => {
        stop();
        this.keep();
      });
    });
  }
}

export const compiled = new Compiled();
