import type { Emulation } from "../emulation/emulation.ts";
import { within } from "../world/time/deadline.ts";
import { ControlError } from "../emulation/problem.ts";
import type { ExplorationGlimpse } from "../world/notices.ts";
import type { ExplorationView } from "./exploration-shape.ts";
import { groupsOf } from "./printed/found-words.ts";
import type { Found } from "./result-shape.ts";
import type { Progress } from "./search.ts";

/** The exploration that an emulator knows. */
interface Known extends ExplorationGlimpse {
  readonly problem: string | null;
  /** What was found, or what is found so far. */
  readonly result: () => Found | null;
}

/** Is told how one exploration goes on. */
export interface Watched {
  /** @param soFar what is found by then; it is asked for only if somebody wants to know */
  tell(progress: Progress, soFar: (() => Found) | undefined): void;
  finish(found: Found): void;
  /** @param problem why there is no whole result */
  fail(problem: string): void;
}

const nothing = (): null => null;

/** How long a browser has to fetch the end of an exploration, in milliseconds. */
const shownMs = 2000;

/** The last exploration of an emulator, or the one that runs: resets do not touch it. */
export class Explorations {
  readonly #emulation: Emulation;
  #known: Known = { state: "none", progress: null, problem: null, result: nothing };

  /** Whether somebody has looked while it ran. */
  #isWatched = false;
  #seen = (): void => {};

  constructor(emulation: Emulation) {
    this.#emulation = emulation;
  }

  /** Another one begins. Of two at once the later is known. */
  begin(): Watched {
    let own: Known;
    const know = (next: Known): void => {
      const isFirst = own === undefined;
      const isNewest = isFirst || this.#known === own;
      own = next;
      if (isNewest) this.#know(next);
    };
    know({ state: "running", progress: null, problem: null, result: nothing });
    return {
      tell: (progress, soFar) =>
        know({ ...own, progress: shownOf(progress), result: soFar ?? own.result }),
      finish: (found) => know({ ...own, state: "finished", result: () => found }),
      fail: (problem) => {
        // What it came to is kept, and not the runs themselves.
        const found = own.result();
        know({ ...own, state: "failed", problem, result: () => found });
      },
    };
  }

  /** Shows what was found elsewhere. @throws ControlError while one runs here */
  show(found: Found): void {
    if (this.#known.state === "running") {
      throw new ControlError("an exploration is running: wait until it has ended", "", {
        kind: "conflict",
      });
    }
    this.#know({ state: "shown", progress: null, problem: null, result: () => found });
  }

  /** Until those that have looked on have its end, but not for long. */
  async shown(): Promise<void> {
    if (!this.#isWatched) return;
    this.#isWatched = false;
    await within(shownMs, new Promise<void>((resolve) => (this.#seen = resolve)));
  }

  view(): ExplorationView {
    const { state, progress, problem } = this.#known;
    if (state === "running") this.#isWatched = true;
    else this.#seen();
    const result = this.#known.result();
    return { state, progress, problem, groups: result === null ? [] : groupsOf(result), result };
  }

  #know(known: Known): void {
    this.#known = known;
    const { state, progress } = known;
    this.#emulation.lasting.notices.tell({ of: "explore", state, progress, account: null });
  }
}

/** Infinity is no JSON. */
const shownOf = ({ leftMs, ...progress }: Progress): ExplorationGlimpse["progress"] => ({
  ...progress,
  leftMs: Number.isFinite(leftMs) ? Math.round(leftMs) : null,
});
