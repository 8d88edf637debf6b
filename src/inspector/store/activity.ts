import type { Entry } from "../../world/journal/entry.ts";

/** How many requests came in one second, by what became of them. */
export interface Second {
  passed: number;
  limited: number;
  failed: number;
}

/** An operation, as an account was asked it. */
interface Counted {
  readonly account: string;
  readonly name: string;
}

const none: Readonly<Second> = { passed: 0, limited: 0, failed: 0 };

/** How much of the past is kept, in seconds. */
const kept = 180;

const kindOf = ({ status }: Entry): keyof Second =>
  status === 429 ? "limited" : status === null || status >= 500 ? "failed" : "passed";

/** What came in each second of the last minutes, by world time: of all operations, and of each. */
export class Activity {
  #all = new Map<number, Second>();
  #byOperation = new Map<string, Map<number, Second>>();

  hear(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const second = Math.floor(entry.arrivedWorld / 1000);
      count(this.#all, second, entry);
      const name = `${entry.account} ${entry.operation}`;
      const own = this.#byOperation.get(name) ?? new Map<number, Second>();
      this.#byOperation.set(name, own);
      count(own, second, entry);
    }
    for (const seconds of [this.#all, ...this.#byOperation.values()]) forget(seconds);
  }

  /** The last seconds until now, oldest first. */
  last(count: number, now: number, of?: Counted): readonly Readonly<Second>[] {
    const seconds =
      of === undefined ? this.#all : this.#byOperation.get(`${of.account} ${of.name}`);
    const end = Math.floor(now / 1000);
    return Array.from(
      { length: count },
      (_, index) => seconds?.get(end - count + 1 + index) ?? none,
    );
  }

  clear(): void {
    this.#all = new Map();
    this.#byOperation = new Map();
  }
}

function count(seconds: Map<number, Second>, at: number, entry: Entry): void {
  const second = seconds.get(at) ?? { ...none };
  second[kindOf(entry)] += 1;
  seconds.set(at, second);
}

function forget(seconds: Map<number, Second>): void {
  for (const at of seconds.keys()) {
    if (seconds.size <= kept) return;
    seconds.delete(at);
  }
}
