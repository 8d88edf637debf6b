import { signal } from "@preact/signals";
import type { LimitCounter } from "../../control/limit-counters.ts";
import type { LimitsView } from "../../control/limits.ts";
import type { Entry } from "../../world/journal/entry.ts";

/** What is counted together: an operation, or the value of a parameter, by whom. */
export interface Gauge {
  readonly account: string;
  readonly app: string | undefined;
  readonly name: string;
  readonly counters: Partial<Record<LimitCounter["window"], LimitCounter>>;
}

export const keyOf = ({ account, app, name }: Omit<Gauge, "counters">): string =>
  [account, app ?? "", name].join(" ");

/** How long each window is, in world time. */
const lengths = { burst: 1000, steady: 60_000, day: 86_400_000 } as const;

export const isShut = ({ used, limit, shutUntilMs, opensAtMs }: LimitCounter, now: number) =>
  (shutUntilMs ?? 0) > now || (used >= limit && opensAtMs > now);

/** What of the counter still counts: a window that has begun anew has nothing in it. */
export const usedOf = (counter: LimitCounter, now: number): number =>
  counter.opensAtMs > now ? counter.used : 0;

export const shareOf = (counter: LimitCounter, now: number): number =>
  usedOf(counter, now) / counter.limit;

export const fullestOf = ({ counters }: Gauge, now: number): LimitCounter | undefined =>
  Object.values(counters).toSorted((a, b) => shareOf(b, now) - shareOf(a, now))[0];

/** When its present window ends, also where it was heard of in an earlier one. */
export function endOf({ window, opensAtMs }: LimitCounter, now: number): number {
  if (opensAtMs > now) return opensAtMs;
  const length = lengths[window];
  return Math.floor(now / length) * length + length;
}

export class Windows {
  readonly mode = signal<LimitsView["mode"]>("real");
  readonly factor = signal<number | undefined>(undefined);
  readonly gauges = signal<readonly Gauge[]>([]);
  #byKey = new Map<string, Gauge>();

  load({ mode, factor, accounts }: LimitsView): void {
    this.mode.value = mode;
    this.factor.value = factor;
    this.#byKey = new Map();
    for (const { account, counters } of accounts) this.#take(account, counters);
    this.gauges.value = [...this.#byKey.values()];
  }

  hear(account: string, counters: readonly LimitCounter[]): void {
    this.#take(account, counters);
    this.gauges.value = [...this.#byKey.values()];
  }

  #take(account: string, counters: readonly LimitCounter[]): void {
    for (const counter of counters) {
      const { app, name, window } = counter;
      const key = keyOf({ account, app, name });
      const known = this.#byKey.get(key)?.counters;
      this.#byKey.set(key, { account, app, name, counters: { ...known, [window]: counter } });
    }
  }
}

type Second = Record<"passed" | "limited" | "failed", number>;

const none: Readonly<Second> = { passed: 0, limited: 0, failed: 0 };

/** How much of the past is kept, in seconds. */
const kept = 180;

const kindOf = ({ status }: Entry): keyof Second =>
  status === 429 ? "limited" : status === null || status >= 500 ? "failed" : "passed";

/** What came in each second of the last minutes, by world time: of all operations, and of each. */
export class Activity {
  /** By account and operation; of all by the empty text. */
  readonly #seconds = new Map<string, Map<number, Second>>();

  hear(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const at = Math.floor(entry.arrivedWorld / 1000);
      for (const of of ["", `${entry.account} ${entry.operation}`]) {
        const seconds = this.#seconds.get(of) ?? new Map<number, Second>();
        const second = seconds.get(at) ?? { ...none };
        second[kindOf(entry)] += 1;
        this.#seconds.set(of, seconds.set(at, second));
      }
    }
    for (const seconds of this.#seconds.values())
      for (const at of seconds.keys()) if (seconds.size > kept) seconds.delete(at);
  }

  /** The last seconds until now, oldest first; of an operation, as an account was asked it. */
  last(count: number, now: number, of?: { readonly account: string; readonly name: string }) {
    const seconds = this.#seconds.get(of === undefined ? "" : `${of.account} ${of.name}`);
    const first = Math.floor(now / 1000) - count + 1;
    return Array.from({ length: count }, (_, index) => seconds?.get(first + index) ?? none);
  }

  clear(): void {
    this.#seconds.clear();
  }
}
