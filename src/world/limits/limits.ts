import type { Windows } from "../../contract/tiers.ts";
import type { Clock } from "../time/clock.ts";

/** `real`: as the rows say. `off`: nothing is refused. A number: that many times as much. */
export type LimitMode = "real" | "off" | number;

export const factorMax = 1_000_000;

/** `real`, `off` or `x10`, as the CLI and the library take it; undefined if it is none of them. */
export function parseLimitMode(text: string): LimitMode | undefined {
  if (text === "real" || text === "off") return text;
  const factor = Number(/^[x×](\d+(?:\.\d+)?)$/.exec(text)?.[1]);
  return factor > 0 && factor <= factorMax ? factor : undefined;
}

/** Windows in place of the published ones, as they were asked for: by operation id, and by tier. */
export interface LimitOverrides {
  readonly operations: Readonly<Record<string, Partial<Windows>>>;
  readonly tiers: Readonly<Record<string, Partial<Windows>>>;
}

const windowMs = { burst: 1000, steady: 60_000, day: 86_400_000 } as const;

type WindowName = keyof typeof windowMs;

const windowNames = ["burst", "steady", "day"] as const;

/** What a request wants to take one from: an endpoint, or a parameter's value. */
export type Wanted = { readonly name: string; readonly windows: Windows };

/** How long a client waits while world time passes: a clock knows. */
type Pace = Pick<Clock, "clientSeconds" | "worldMsOf">;

/** Of a clock that runs as the client's does. */
const evenPace: Pace = {
  clientSeconds: (worldMs) => Math.max(1, Math.ceil(worldMs / 1000)),
  worldMsOf: (seconds) => seconds * 1000,
};

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
  /** World time, in milliseconds since 1970: when a request passes that is refused now, else when the window begins anew. */
  readonly opensAtMs: number;
  /** Until when the promise of a refusal keeps it shut, whatever was used; null: nothing was promised. */
  readonly shutUntilMs: number | null;
  /** Until it opens, in whole seconds of the client's. */
  readonly resetSeconds: number;
}

/**
 * Fixed windows aligned to the clock's whole second, minute and day (specification, "Rate limits"). A refusal takes
 * nothing. A counter that refused because it was full stays shut until the instant that its Retry-After promised;
 * requests that meet a shut counter do not move that instant.
 */
export class Limits {
  readonly mode: LimitMode;
  #overrides: ReadonlyMap<string, Windows>;
  #counters = new Map<string, { want: Wanted; counters: readonly Counter[] }>();
  readonly #described = new Map<string, string>();

  /** @param overrides by the name of what is counted, in place of its own windows */
  constructor(mode: LimitMode, overrides: ReadonlyMap<string, Windows> = new Map()) {
    this.mode = mode;
    this.#overrides = overrides;
  }

  /** Checks everything wanted, then takes one from each, or nothing. @returns what refused, and for how long it is shut */
  take(wanted: readonly Wanted[], now: number, pace: Pace = evenPace) {
    let blocked: { want: Wanted; counter: Counter; ms: number } | undefined;
    for (const want of wanted) {
      for (const counter of this.#countersOf(want, now)) {
        const ms = this.#blockedMs(counter, now);
        if (ms > (blocked?.ms ?? 0)) blocked = { want, counter, ms };
      }
    }
    if (blocked === undefined) {
      for (const want of wanted)
        for (const counter of this.#countersOf(want, now)) counter.used += 1;
      return undefined;
    }
    const { window, limit } = blocked.counter;
    const retryAfterSeconds = pace.clientSeconds(blocked.ms);
    this.#promise(wanted, now, now + pace.worldMsOf(retryAfterSeconds));
    return { name: blocked.want.name, window, limit, retryAfterSeconds };
  }

  /** Fills one window, as if so many requests had come: what comes next is refused. */
  fill(wanted: Wanted, window: WindowName, now: number): void {
    for (const counter of this.#countersOf(wanted, now)) {
      if (counter.window === window) counter.used = Math.max(counter.used, counter.limit);
    }
  }

  /** Other windows from now on. What was used still counts, and promises hold, unless a larger limit opens at once. */
  override(overrides: ReadonlyMap<string, Windows>, now: number): void {
    this.#overrides = overrides;
    this.#described.clear();
    const before = this.#counters;
    this.#counters = new Map();
    for (const { want, counters } of before.values()) {
      for (const counter of this.#countersOf(want, now)) {
        const old = counters.find(({ window }) => window === counter.window);
        if (old === undefined) continue;
        if (old.opened === counter.opened) counter.used = old.used;
        if (counter.limit <= old.limit) counter.shutUntil = old.shutUntil;
      }
    }
  }

  #blockedMs({ used, limit, opened, ms, shutUntil }: Counter, now: number): number {
    if (this.mode === "off") return 0;
    if (now < shutUntil) return shutUntil - now;
    return used < limit ? 0 : opened + ms - now;
  }

  /** Every counter that is full, and not shut already, stays shut until the promised instant. */
  #promise(wanted: readonly Wanted[], now: number, until: number): void {
    for (const counter of wanted.flatMap((want) => this.#countersOf(want, now))) {
      const shut = now < counter.shutUntil;
      if (!shut && counter.used >= counter.limit) counter.shutUntil = until;
    }
  }

  /** The steady window as it stands, for the three headers. Takes nothing. */
  standing(want: Wanted, now: number, pace: Pace = evenPace) {
    const steady = this.#countersOf(want, now)[1] as Counter;
    const end = Math.max(steady.opened + steady.ms, steady.shutUntil);
    return {
      limit: steady.limit,
      remaining: Math.max(0, steady.limit - steady.used),
      resetSeconds: pace.clientSeconds(end - now),
    };
  }

  limitsOf(want: Wanted): { burst: number; steady: number } {
    const { burst, steady } = this.#windowsOf(want);
    return { burst: this.#scaled(burst), steady: this.#scaled(steady) };
  }

  /** `RateLimit-Limit`: the steady limit, then every window (behaviour.md, 3). */
  describe(want: Wanted): string {
    const { name } = want;
    const known = this.#described.get(name);
    if (known !== undefined) return known;
    const { burst, steady, day } = this.#windowsOf(want);
    const all = `${this.#scaled(burst)};w=1, ${this.#scaled(steady)};w=60`;
    const perDay = day === undefined ? "" : `, ${this.#scaled(day)};w=86400`;
    const described = `${this.#scaled(steady)}, ${all}${perDay}`;
    this.#described.set(name, described);
    return described;
  }

  /** Every counter that has been used in its present window. */
  view(now: number, pace: Pace = evenPace): CounterView[] {
    const views: CounterView[] = [];
    for (const [name, { counters }] of this.#counters) {
      for (const counter of counters) {
        roll(counter, now);
        const { window, limit, used, opened, ms, shutUntil } = counter;
        if (used === 0 && now >= shutUntil) continue;
        const opensAtMs = Math.max(opened + ms, shutUntil);
        const shutUntilMs = now < shutUntil ? shutUntil : null;
        const resetSeconds = pace.clientSeconds(opensAtMs - now);
        views.push({ name, window, limit, used, opensAtMs, shutUntilMs, resetSeconds });
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

  #windowsOf({ name, windows }: Wanted): Windows {
    return this.#overrides.get(name) ?? windows;
  }

  /** What is wanted, window by window (burst, steady, perhaps day), as they stand now. */
  #countersOf(want: Wanted, now: number): readonly Counter[] {
    const known = this.#counters.get(want.name)?.counters;
    if (known !== undefined) {
      for (const counter of known) roll(counter, now);
      return known;
    }
    const windows = this.#windowsOf(want);
    const counters = windowNames.flatMap((window) => {
      const limit = windows[window];
      if (limit === undefined) return [];
      const ms = windowMs[window];
      const counter = { window, ms, limit: this.#scaled(limit), opened: 0, used: 0, shutUntil: 0 };
      roll(counter, now);
      return [counter];
    });
    this.#counters.set(want.name, { want, counters });
    return counters;
  }
}

/** A window begins anew with its second, minute or day. */
function roll(counter: Counter, now: number): void {
  if (now < counter.opened + counter.ms) return;
  counter.opened = Math.floor(now / counter.ms) * counter.ms;
  counter.used = 0;
}
