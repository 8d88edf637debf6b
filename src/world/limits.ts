import type { Windows } from "../contract/tiers.ts";

/** `real`: as the rows say. `off`: nothing is refused. A number: that many times as much. */
export type LimitMode = "real" | "off" | number;

const windowMs = { burst: 1000, steady: 60_000, day: 86_400_000 } as const;

export type WindowName = keyof typeof windowMs;

/** What a request wants to take one from: an endpoint, or a parameter's value. */
export interface Wanted {
  readonly name: string;
  readonly windows: Windows;
}

/** Which window of which counter refused, and for how long it stays shut. */
export interface Blocked {
  readonly name: string;
  readonly window: WindowName;
  readonly limit: number;
  readonly retryAfterSeconds: number;
}

/** The figures of the steady window, for the three headers. */
export interface Standing {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

interface Counter {
  opened: number;
  used: number;
  shutUntil: number;
}

/** One counter, as `GET /_emulator/limits` shows it. */
export interface CounterView {
  readonly name: string;
  readonly window: WindowName;
  readonly limit: number;
  readonly used: number;
  readonly resetSeconds: number;
}

/**
 * Fixed windows aligned to the clock's whole second, minute and day (specification, "Rate limits").
 * A refusal takes nothing. A counter that refused because it was full stays shut until the instant
 * that its Retry-After promised, so that a retry before it is refused again and one after it is not;
 * requests that meet a shut counter do not move that instant.
 */
export class Limits {
  readonly mode: LimitMode;
  readonly #counters = new Map<string, { wanted: Wanted; counters: Map<WindowName, Counter> }>();

  constructor(mode: LimitMode) {
    this.mode = mode;
  }

  /** Checks everything wanted, then takes one from each, or nothing at all. */
  take(wanted: readonly Wanted[], now: number): Blocked | undefined {
    let blocked: Blocked | undefined;
    const full: Counter[] = [];
    for (const want of wanted) {
      for (const [window, limit] of this.#windows(want)) {
        const counter = this.#counter(want, window, now);
        const shut = now < counter.shutUntil;
        if (this.mode === "off" || (!shut && counter.used < limit)) continue;
        if (!shut) full.push(counter);
        const until = shut ? counter.shutUntil : counter.opened + windowMs[window];
        const retryAfterSeconds = Math.max(1, Math.ceil((until - now) / 1000));
        if (blocked === undefined || retryAfterSeconds > blocked.retryAfterSeconds) {
          blocked = { name: want.name, window, limit, retryAfterSeconds };
        }
      }
    }
    if (blocked !== undefined) {
      for (const counter of full) counter.shutUntil = now + blocked.retryAfterSeconds * 1000;
      return blocked;
    }
    for (const want of wanted) {
      for (const [window] of this.#windows(want)) this.#counter(want, window, now).used += 1;
    }
    return undefined;
  }

  /** The steady window as it stands. Takes nothing. */
  standing(want: Wanted, now: number): Standing {
    const limit = this.#scaled(want.windows.steady);
    const counter = this.#counter(want, "steady", now);
    const end = Math.max(counter.opened + windowMs.steady, counter.shutUntil);
    return {
      limit,
      remaining: Math.max(0, limit - counter.used),
      resetSeconds: Math.max(1, Math.ceil((end - now) / 1000)),
    };
  }

  /** `RateLimit-Limit`: the steady limit, then every window (behaviour.md, 3). */
  describe({ windows }: Wanted): string {
    const { burst, steady, day } = windows;
    const parts = [`${this.#scaled(burst)};w=1`, `${this.#scaled(steady)};w=60`];
    if (day !== undefined) parts.push(`${this.#scaled(day)};w=86400`);
    return `${this.#scaled(steady)}, ${parts.join(", ")}`;
  }

  /** Every counter that has been used in its present window. */
  view(now: number): CounterView[] {
    const views: CounterView[] = [];
    for (const { wanted } of this.#counters.values()) {
      for (const [window, limit] of this.#windows(wanted)) {
        const { used, opened, shutUntil } = this.#counter(wanted, window, now);
        if (used === 0 && now >= shutUntil) continue;
        const end = Math.max(opened + windowMs[window], shutUntil);
        const resetSeconds = Math.ceil((end - now) / 1000);
        views.push({ name: wanted.name, window, limit, used, resetSeconds });
      }
    }
    return views;
  }

  /** Forgets what was used, as when the clock goes back. */
  clear(): void {
    this.#counters.clear();
  }

  #windows({ windows }: Wanted): [WindowName, number][] {
    const { burst, steady, day } = windows;
    const found: [WindowName, number][] = [
      ["burst", this.#scaled(burst)],
      ["steady", this.#scaled(steady)],
    ];
    if (day !== undefined) found.push(["day", this.#scaled(day)]);
    return found;
  }

  #scaled(limit: number): number {
    return typeof this.mode === "number" ? Math.max(1, Math.floor(limit * this.mode)) : limit;
  }

  #counter(wanted: Wanted, window: WindowName, now: number): Counter {
    let entry = this.#counters.get(wanted.name);
    if (entry === undefined) {
      entry = { wanted, counters: new Map() };
      this.#counters.set(wanted.name, entry);
    }
    const opened = Math.floor(now / windowMs[window]) * windowMs[window];
    const counter = entry.counters.get(window);
    if (counter === undefined) {
      const fresh = { opened, used: 0, shutUntil: 0 };
      entry.counters.set(window, fresh);
      return fresh;
    }
    if (counter.opened < opened) {
      counter.opened = opened;
      counter.used = 0;
    }
    return counter;
  }
}
