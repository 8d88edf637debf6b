import type { ExplorationGlimpse } from "../world/notices.ts";
import type { Tell } from "./requests/feed-events.ts";
import type { Beat } from "./gathered.ts";

/** Tells how far an exploration is: that it begins or ends at once, what is between a few times a second. */
export class ExplorationTeller {
  readonly #beat: Beat;
  readonly #tell: Tell;
  #state: ExplorationGlimpse["state"] = "none";
  #newest: ExplorationGlimpse | undefined;
  readonly #flush = (): void => this.#say();

  constructor(beat: Beat, tell: Tell) {
    this.#beat = beat;
    this.#tell = tell;
  }

  tell({ state, progress }: ExplorationGlimpse): void {
    this.#newest = { state, progress };
    if (state === this.#state && state === "running") return this.#beat.soon(this.#flush);
    this.#state = state;
    this.#say();
  }

  #say(): void {
    const newest = this.#newest;
    this.#newest = undefined;
    if (newest !== undefined) this.#tell("explore", null, newest);
  }
}
