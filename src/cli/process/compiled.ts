import type { Emulator } from "../../emulator.ts";
import { quiet } from "../../world/time/deadline.ts";
import { youngSpace } from "./young-space.ts";

/** @param hasAnswered whether a request has been answered: what answers it is compiled, too */
export type Keep = (hasAnswered: boolean) => void;

/** What this process has compiled: kept once, where it is new, for the start that comes next. */
class Compiled {
  #keep: Keep | undefined;
  #hasAnswered = false;

  keepBy(keep: Keep): void {
    this.#keep = keep;
  }

  /** Keeps it now. */
  keep(): void {
    const keep = this.#keep;
    this.#keep = undefined;
    if (keep !== undefined) youngSpace.underUsualFlags(() => keep(this.#hasAnswered));
  }

  /** Hears whether requests come. */
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
