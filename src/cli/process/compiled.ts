import type { Emulator } from "../../emulator.ts";
import { pause } from "../../world/deadline.ts";

/** For how long no request comes before it is taken that nobody waits, in milliseconds of real time. */
const quietMs = 1000;

/** What this process has compiled: kept once, where it is new, for the start that comes next. */
class Compiled {
  #keep: (() => void) | undefined;

  keepBy(keep: () => void): void {
    this.#keep = keep;
  }

  /** Keeps it now. */
  keep(): void {
    const keep = this.#keep;
    this.#keep = undefined;
    keep?.();
  }

  /** Keeps it once requests have come, so that what answers them is compiled, too, and while none comes. */
  keepWhenQuiet({ requests }: Pick<Emulator, "requests">): void {
    if (this.#keep === undefined) return;
    let asked = 0;
    const stop = requests.listen(() => {
      asked += 1;
      if (asked > 1) return;
      void this.#quiet(() => asked).then(() => {
        stop();
        this.keep();
      });
    });
  }

  async #quiet(asked: () => number): Promise<void> {
    for (let before = 0; before < asked();) {
      before = asked();
      await pause(quietMs);
    }
  }
}

export const compiled = new Compiled();
