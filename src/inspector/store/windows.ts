import { signal } from "@preact/signals";
import type { LimitCounter } from "../../control/limit-counters.ts";
import type { LimitsView } from "../../control/limits.ts";

type WindowName = LimitCounter["window"];

/** What is counted together: an operation, or the value of a parameter, by whom. */
export interface Gauge {
  readonly account: string;
  readonly app: string | undefined;
  readonly name: string;
  readonly counters: Partial<Record<WindowName, LimitCounter>>;
}

/** How long each window is, in world time. */
const lengths = { burst: 1000, steady: 60_000, day: 86_400_000 } as const;

/** Whether requests are refused now. */
export const isShut = (
  { used, limit, shutUntilMs, opensAtMs }: LimitCounter,
  now: number,
): boolean => (shutUntilMs ?? 0) > now || (used >= limit && opensAtMs > now);

/** What of the counter still counts: a window that has begun anew has nothing in it. */
export const usedOf = (counter: LimitCounter, now: number): number =>
  counter.opensAtMs > now ? counter.used : 0;

/** When its present window ends, also where it was heard of in an earlier one. */
export function endOf({ window, opensAtMs }: LimitCounter, now: number): number {
  if (opensAtMs > now) return opensAtMs;
  const length = lengths[window];
  return Math.floor(now / length) * length + length;
}

/** Every counter in use, as it was last heard of. */
export class Windows {
  readonly mode = signal<LimitsView["mode"]>("real");
  readonly factor = signal<number | undefined>(undefined);
  readonly gauges = signal<readonly Gauge[]>([]);
  #byKey = new Map<string, Gauge>();

  /** Takes over all that there is. */
  load({ mode, factor, accounts }: LimitsView): void {
    this.mode.value = mode;
    this.factor.value = factor;
    this.#byKey = new Map();
    for (const { account, counters } of accounts) this.#take(account, counters);
    this.gauges.value = [...this.#byKey.values()];
  }

  /** Takes over what has changed. */
  hear(account: string, counters: readonly LimitCounter[]): void {
    this.#take(account, counters);
    this.gauges.value = [...this.#byKey.values()];
  }

  #take(account: string, counters: readonly LimitCounter[]): void {
    for (const counter of counters) {
      const { app, name, window } = counter;
      const key = [account, app ?? "", name].join(" ");
      const known = this.#byKey.get(key);
      this.#byKey.set(key, {
        account,
        app,
        name,
        counters: { ...known?.counters, [window]: counter },
      });
    }
  }
}
