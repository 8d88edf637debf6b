import { Clock } from "../world/time/clock.ts";
import type { ExplorationGlimpse } from "../world/notices.ts";
import type { Tell } from "./requests/feed.ts";

/** How far apart what is gathered is told, in the machine's time. */
const gapMs = 250;

/** Runs what is asked for at once where nothing ran of late, else at the next beat. */
export class Beat {
  readonly #clock = new Clock();
  readonly #waiting = new Set<() => void>();
  readonly #ran = new Map<() => void, number>();
  #cancel: (() => void) | undefined;
  #isOver = false;

  /** Runs it soon, once, however often it is asked for until then. */
  soon(run: () => void): void {
    const now = this.#clock.realNow();
    if (now - (this.#ran.get(run) ?? Number.NEGATIVE_INFINITY) >= gapMs) {
      this.#ran.set(run, now);
      // What belongs to it may not be over yet.
      queueMicrotask(() => this.#isOver || run());
      return;
    }
    this.#waiting.add(run);
    this.#cancel ??= this.#clock.after(gapMs, () => this.#beat(), { idle: true });
  }

  stop(): void {
    this.#isOver = true;
    this.#cancel?.();
    this.#waiting.clear();
  }

  #beat(): void {
    this.#cancel = undefined;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const run of waiting) {
      this.#ran.set(run, this.#clock.realNow());
      run();
    }
  }
}

/**
 * Gathers what changes, by account, and tells of it a few times a second.
 *
 * @param namesMax how many names are remembered of each account, the last
 * @returns takes in a change
 */
export function gathered(
  beat: Beat,
  namesMax: number,
  tell: (account: string, names: ReadonlySet<string>, count: number) => void,
): (account: string, name: string) => void {
  let changed = new Map<string, { readonly names: Set<string>; count: number }>();
  const flush = () => {
    const all = changed;
    changed = new Map();
    for (const [account, { names, count }] of all) tell(account, names, count);
  };
  return (account, name) => {
    const own = changed.get(account) ?? { names: new Set(), count: 0 };
    changed.set(account, own);
    own.count += 1;
    own.names.delete(name);
    own.names.add(name);
    const [oldest] = own.names;
    if (own.names.size > namesMax && oldest !== undefined) own.names.delete(oldest);
    beat.soon(flush);
  };
}

/** What tells how far an exploration is: that it begins or ends at once, what is between a few times a second. */
export function explorationTeller(beat: Beat, tell: Tell): (glimpse: ExplorationGlimpse) => void {
  let last: ExplorationGlimpse["state"] = "none";
  let newest: ExplorationGlimpse | undefined;
  const say = () => {
    if (newest !== undefined) tell("explore", null, newest);
    newest = undefined;
  };
  return ({ state, progress }) => {
    newest = { state, progress };
    if (state === last && state === "running") return beat.soon(say);
    last = state;
    say();
  };
}
