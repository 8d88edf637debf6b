import type { CommittedChange } from "./store/record-change.ts";
import type { Stored } from "./store/record.ts";
import type { State } from "./store/state.ts";
import { type Change, type Collection, drop, type Table } from "./store/store.ts";
import { atOnce, type Slices, turn } from "./time/slices.ts";

/** A state that is written to, and what became of its records. */
export interface Draft {
  state: State;
  written: CommittedChange[];
  /** What nobody else has heard of yet; undefined: everybody sees it. */
  readonly commits?: (readonly Change[])[];
}

/** The state of an account, and those of the long works on it that are under way. */
export class LongWork {
  /** What is read and written now: for everybody else, or within a slice of a long work. */
  now: Draft;
  /** While a long work is under way: whoever is to write waits for it. */
  busy: Promise<void> | undefined;
  /** Moves with everything that is written for everybody to see. */
  version = 0;
  readonly #publish: (draft: Draft) => void;

  /** @param publish tells everybody of what a long work has written, once it is there */
  constructor(state: State, publish: (draft: Draft) => void) {
    this.now = { state, written: [] };
    this.#publish = publish;
  }

  /**
   * Does long work whose writes are all there at its end, or none of them: until then, everybody sees the state before.
   * Where somebody writes all the same meanwhile, it is begun again, and done without a pause.
   */
  *whole<T>(work: () => Slices<T>): Slices<T> {
    if (this.now.commits !== undefined) return yield* work();
    const draft: Draft = { state: this.now.state.clone(), written: [], commits: [] };
    const [steps, version] = [work(), this.version];
    let free: (() => void) | undefined;
    try {
      for (;;) {
        const step = this.#within(draft, () => steps.next());
        if (step.done) {
          this.version += 1;
          this.#publish(draft);
          return step.value;
        }
        this.busy ??= new Promise((resolve) => {
          free = () => {
            this.busy = undefined;
            resolve();
          };
        });
        yield;
        if (this.version !== version) return atOnce(this.whole(work));
      }
    } finally {
      // Not before whoever asked for it has taken what was written.
      if (free !== undefined) void turn().then(free);
    }
  }

  #within<T>(draft: Draft, act: () => T): T {
    const seen = this.now;
    this.now = draft;
    try {
      return act();
    } finally {
      this.now = seen;
    }
  }
}

/** What of an account is read and written by work that is done part by part. */
interface Parted {
  table<R extends Stored>(collection: Collection<R>): Table<R>;
  commit(changes: readonly Change[]): void;
}

/** Records of a collection, by an index that begins with what they belong to. */
export type Parts = readonly [of: Collection<never>, index: readonly string[]];

/** Takes out all records that belong to something, part by part. @param whole its id */
export function* dropParts(account: Parted, [named, index]: Parts, whole: string): Slices<void> {
  const of = named as unknown as Collection;
  const gone: Change[] = [];
  const within = { prefix: [whole] };
  yield* account.table(of).visit(index, within, ({ id }) => void gone.push(drop(of, id)));
  yield* commitInTurns(account, gone);
}

const committedAtOnce = 100;

export function* commitInTurns(account: Parted, changes: readonly Change[]): Slices<void> {
  for (let from = 0; from < changes.length; from += committedAtOnce) {
    account.commit(changes.slice(from, from + committedAtOnce));
    yield;
  }
}
