import { controlBytesMax, type ControlOperation } from "../control/operation.ts";
import { readAs } from "../control/read.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { within } from "../world/time/deadline.ts";
import { ControlError } from "../emulation/problem.ts";
import type { ExplorationGlimpse } from "../world/notices.ts";
import { groupsOf } from "./printed/found-words.ts";
import { explorationShape, type ExplorationView, type Found, foundShape } from "./result-shape.ts";
import type { Progress } from "./search.ts";

interface Known extends ExplorationGlimpse {
  readonly problem: string | null;
  readonly result: () => Found | null;
}

export interface Watched {
  /** @param soFar what is found by then; it is asked for only if somebody wants to know */
  tell(progress: Progress, soFar: (() => Found) | undefined): void;
  finish(found: Found): void;
  fail(problem: string): void;
}

const nothing = { progress: null, problem: null, result: () => null } as const;

/** How long a browser has to fetch the end of an exploration, in milliseconds. */
const shownMs = 2000;

/** The last exploration of an emulator, or the one that runs: resets do not touch it. */
export class Explorations {
  readonly #emulation: Emulation;
  #known: Known = { ...nothing, state: "none" };
  #isWatched = false;
  #seen = (): void => {};

  constructor(emulation: Emulation) {
    this.#emulation = emulation;
  }

  /** Another one begins. Of two at once the later is known. */
  begin(): Watched {
    let own: Known = { ...nothing, state: "running" };
    this.#know(own);
    const know = (next: Partial<Known>): void => {
      const isNewest = this.#known === own;
      own = { ...own, ...next };
      if (isNewest) this.#know(own);
    };
    return {
      tell: (progress, soFar) => know({ progress: shownOf(progress), result: soFar ?? own.result }),
      finish: (found) => know({ state: "finished", result: () => found }),
      fail: (problem) => {
        // What it came to is kept, and not the runs themselves.
        const found = own.result();
        know({ state: "failed", problem, result: () => found });
      },
    };
  }

  /** Shows what was found elsewhere. @throws ControlError while one runs here */
  show(found: Found): void {
    if (this.#known.state === "running") {
      const what = "an exploration is running: wait until it has ended";
      throw new ControlError(what, "", { kind: "conflict" });
    }
    this.#know({ ...nothing, state: "shown", result: () => found });
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

/** What is known of explorations, as the library has it. */
export interface ExplorationFace {
  /** Returns the last exploration of this emulator, or the one that runs, with what it has found so far. */
  get(): ExplorationView;
  /**
   * Shows the result of another exploration, such as the `explore.json` of a run in CI.
   *
   * @throws ControlError for what is no such result, or while an exploration runs on this emulator
   */
  show(found: Found): void;
}

export const explorationFace = (explorations: Explorations): ExplorationFace => ({
  get: () => structuredClone(explorations.view()),
  show: (found) => explorations.show(readAs<Found>(foundShape, found)),
});

const shared = { path: "/_emulator/explore", whole: "an exploration is the whole emulator's" };

export const explorationOperations = (explorations: Explorations): readonly ControlOperation[] => [
  {
    ...shared,
    method: "GET",
    does: "the last exploration, or the one that runs: how far it is, and what it has found",
    answer: explorationShape,
    run: () => explorations.view(),
  },
  {
    ...shared,
    method: "POST",
    does: "shows the result of another exploration, given as its explore.json",
    body: foundShape,
    bytesMax: controlBytesMax,
    status: 204,
    run: ({ body }) => explorations.show(body as unknown as Found),
  },
];
