import { Clock } from "../world/time/clock.ts";
import type { ExplorationGlimpse } from "../world/notices.ts";
import type { Tell } from "./requests/feed-events.ts";

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

/** What changed of an account since it was told last. */
interface Changed {
  readonly names: Set<string>;
  count: number;
}

/** Gathers what changes, by account, and tells of it a few times a second. */
export class Gathered {
  readonly #beat: Beat;
  readonly #flush: () => void;
  #changed = new Map<string, Changed>();

  readonly #namesMax: number;

  /**
   * @param namesMax how many names are remembered of each account, the last
   * @param tell told of these names, and of how many changes there were
   */
  constructor(
    beat: Beat,
    namesMax: number,
    tell: (account: string, names: ReadonlySet<string>, count: number) => void,
  ) {
    this.#beat = beat;
    this.#namesMax = namesMax;
    this.#flush = () => {
      const all = this.#changed;
      this.#changed = new Map();
      for (const [account, { names, count }] of all) tell(account, names, count);
    };
  }

  add(account: string, name: string): void {
    let changed = this.#changed.get(account);
    if (changed === undefined) {
      changed = { names: new Set(), count: 0 };
      this.#changed.set(account, changed);
    }
    changed.count += 1;
    changed.names.delete(name);
    changed.names.add(name);
    const [oldest] = changed.names;
    if (changed.names.size > this.#namesMax && oldest !== undefined) changed.names.delete(oldest);
    this.#beat.soon(this.#flush);
  }
}

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
