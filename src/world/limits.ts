import type { Windows } from "../contract/tiers.ts";

/** `real`: as the rows say. `off`: nothing is refused. A number: that many times as much. */
export type LimitMode = "real" | "off" | number;

const windowMs = { burst: 1000, steady: 60_000, day: 86_400_000 } as const;

type WindowName = keyof typeof windowMs;

const windowNames = ["burst", "steady", "day"] as const;

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

/** One window of something that is counted. */
interface Counter {
  readonly window: WindowName;
  readonly ms: number;
  readonly limit: number;
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
  readonly #counters = new Map<string, readonly Counter[]>();
  readonly #described = new Map<string, string>();

  constructor(mode: LimitMode) {
    this.mode = mode;
  }

  /** Checks everything wanted, then takes one from each, or nothing at all. */
  take(wanted: readonly Wanted[], now: number): Blocked | undefined {
    let blocked: Blocked | undefined;
    for (const want of wanted) {
      for (const counter of this.#countersOf(want, now)) {
        const retryAfterSeconds = this.#refuses(counter, now);
        if (retryAfterSeconds > (blocked?.retryAfterSeconds ?? 0)) {
          const { window, limit } = counter;
          blocked = { name: want.name, window, limit, retryAfterSeconds };
        }
      }
    }
    if (blocked !== undefined) this.#promise(wanted, now, blocked.retryAfterSeconds);
    else
      for (const want of wanted)
        for (const counter of this.#countersOf(want, now)) counter.used += 1;
    return blocked;
  }

  /** Fills one window, as if so many requests had come: what comes next is refused. */
  fill(wanted: Wanted, window: WindowName, now: number): void {
    for (const counter of this.#countersOf(wanted, now)) {
      if (counter.window === window) counter.used = Math.max(counter.used, counter.limit);
    }
  }

  /** After how many whole seconds a counter lets a request pass; 0: at once. */
  #refuses({ used, limit, opened, ms, shutUntil }: Counter, now: number): number {
    if (this.mode === "off") return 0;
    if (now < shutUntil) return Math.max(1, Math.ceil((shutUntil - now) / 1000));
    return used < limit ? 0 : Math.max(1, Math.ceil((opened + ms - now) / 1000));
  }

  /** Every counter that is full, and not shut already, stays shut until the promised instant. */
  #promise(wanted: readonly Wanted[], now: number, seconds: number): void {
    for (const counter of wanted.flatMap((want) => this.#countersOf(want, now))) {
      const shut = now < counter.shutUntil;
      if (!shut && counter.used >= counter.limit) counter.shutUntil = now + seconds * 1000;
    }
  }

  /** The steady window as it stands. Takes nothing. */
  standing(want: Wanted, now: number): Standing {
    const steady = this.#countersOf(want, now)[1] as Counter;
    const end = Math.max(steady.opened + steady.ms, steady.shutUntil);
    return {
      limit: steady.limit,
      remaining: Math.max(0, steady.limit - steady.used),
      resetSeconds: Math.max(1, Math.ceil((end - now) / 1000)),
    };
  }

  /** `RateLimit-Limit`: the steady limit, then every window (behaviour.md, 3). */
  describe({ name, windows }: Wanted): string {
    const known = this.#described.get(name);
    if (known !== undefined) return known;
    const { burst, steady, day } = windows;
    const all = `${this.#scaled(burst)};w=1, ${this.#scaled(steady)};w=60`;
    const perDay = day === undefined ? "" : `, ${this.#scaled(day)};w=86400`;
    const described = `${this.#scaled(steady)}, ${all}${perDay}`;
    this.#described.set(name, described);
    return described;
  }

  /** Every counter that has been used in its present window. */
  view(now: number): CounterView[] {
    const views: CounterView[] = [];
    for (const [name, counters] of this.#counters) {
      for (const counter of counters) {
        roll(counter, now);
        const { window, limit, used, opened, ms, shutUntil } = counter;
        if (used === 0 && now >= shutUntil) continue;
        const resetSeconds = Math.ceil((Math.max(opened + ms, shutUntil) - now) / 1000);
        views.push({ name, window, limit, used, resetSeconds });
      }
    }
    return views;
  }

  /** Forgets what was used, as when the clock goes back. */
  clear(): void {
    this.#counters.clear();
  }

  #scaled(limit: number): number {
    return typeof this.mode === "number" ? Math.max(1, Math.floor(limit * this.mode)) : limit;
  }

  /** What is wanted, window by window (burst, steady, perhaps day), as they stand now. */
  #countersOf({ name, windows }: Wanted, now: number): readonly Counter[] {
    const known = this.#counters.get(name);
    if (known !== undefined) {
      for (const counter of known) roll(counter, now);
      return known;
    }
    const made = windowNames.flatMap((window) => {
      const limit = windows[window];
      if (limit === undefined) return [];
      const ms = windowMs[window];
      const counter = { window, ms, limit: this.#scaled(limit), opened: 0, used: 0, shutUntil: 0 };
      roll(counter, now);
      return [counter];
    });
    this.#counters.set(name, made);
    return made;
  }
}

/** A window begins anew with its second, minute or day. */
function roll(counter: Counter, now: number): void {
  const opened = Math.floor(now / counter.ms) * counter.ms;
  if (counter.opened >= opened) return;
  counter.opened = opened;
  counter.used = 0;
}
