import { counted } from "../../report/figures.ts";
import { within } from "../../world/time/deadline.ts";
import { confirmMsMin } from "../minimized.ts";
import type { Schedule } from "../schedule.ts";

/** The part of the budget after which nothing new is begun: the rest is for making it small. */
const searchShare = 0.75;

/** How long a search may take, and what that ends. */
export class Budget {
  readonly #ms: number;
  readonly #now: () => number;
  readonly #begun: number;
  #ended = 0;
  /** Whether something is found that is to be made small. */
  hasFound = false;
  /** Whether that is being done. */
  isShowing = false;

  /** @param now the client's time, in milliseconds */
  constructor(ms: number, now: () => number) {
    this.#ms = ms;
    this.#now = now;
    this.#begun = now();
  }

  get passedMs(): number {
    return this.#now() - this.#begun;
  }

  /** What is left of the whole of it. */
  get restMs(): number {
    return this.#ms - this.passedMs;
  }

  /** How long what goes on now may still take. */
  get leftMs(): number {
    if (this.isShowing) return this.restMs + confirmMsMin;
    return this.#ms * (this.hasFound ? searchShare : 1) - this.passedMs;
  }

  /** Whether a run would be over in time that takes as long as without faults, and as its faults hold it up. */
  hasTimeFor(schedules: readonly Schedule[], usualMs: number): boolean {
    const heldUpMs = schedules.flat().reduce((sum, { kind }) => sum + kind.costMs, 0);
    return usualMs + heldUpMs < this.leftMs;
  }

  /** What comes of a run, as long as there is time. @returns undefined: it was ended, and says nothing */
  async heeded<T>(run: (over: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const over = new AbortController();
    const running = run(over.signal);
    if (await within(Math.max(1, this.leftMs), running)) return running;
    over.abort();
    this.#ended += 1;
    await running;
    return undefined;
  }

  /** What it has ended, in a sentence. */
  get notes(): string[] {
    if (this.#ended === 0) return [];
    const were = this.#ended === 1 ? "was" : "were";
    return [`${counted(this.#ended, "run")} ${were} ended with the budget, and not judged.`];
  }
}
