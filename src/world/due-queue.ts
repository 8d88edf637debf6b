import { Tree } from "./tree.ts";

/** Something that is run at an instant. */
export interface Due {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
  /** Whether nobody waits for it: it does not keep the process alive. */
  readonly idle: boolean;
}

/** What is due, in the order of the instants; of two at one, the first that was put down. */
export class DueQueue {
  readonly #tree = new Tree<Due, undefined>(undefined, (a, b) => a.at - b.at || a.order - b.order);
  #order = 0;
  /** How many of them somebody waits for. */
  #awaited = 0;

  get isAwaited(): boolean {
    return this.#awaited > 0;
  }

  first(): Due | undefined {
    return this.#tree.minKey();
  }

  add(of: Omit<Due, "order">): Due {
    this.#order += 1;
    const due = { order: this.#order, ...of };
    this.#tree.set(due, undefined);
    if (!due.idle) this.#awaited += 1;
    return due;
  }

  take(due: Due): void {
    if (this.#tree.delete(due) && !due.idle) this.#awaited -= 1;
  }

  /** Takes all. */
  clear(): Due[] {
    const all = this.#tree.keysArray();
    this.#tree.clear();
    this.#awaited = 0;
    return all;
  }
}
