import timers from "node:timers";
import { Socket } from "node:net";

/** A timer of Node's, as it is inside. */
export interface Timer {
  _idleTimeout: number;
  readonly _idleStart: number;
  readonly _onTimeout: unknown;
  readonly _destroyed: boolean;
  refresh(): Timer;
}

const real = { setTimeout: timers.setTimeout, setInterval: timers.setInterval };

/** The class of Node's timers, which it shows nobody. */
const sample = real.setTimeout(() => {}, 1000);
clearTimeout(sample);
const ofTimers = Object.getPrototypeOf(sample) as Timer;
const realRefresh = ofTimers.refresh;

/** Whether it is one of the short ones by which undici, and so fetch, keeps time while a connection is open. */
function keepsTime({ _onTimeout, _idleTimeout }: Timer): boolean {
  if (typeof _onTimeout !== "function" || _onTimeout.length > 0 || _idleTimeout > 1000)
    return false;
  return /\bfastNow\b/.test(String(_onTimeout));
}

/** The time of the loop, by which timers go. */
function loopNow(): number {
  const probe = real.setTimeout(() => {}, 1000);
  clearTimeout(probe);
  return (probe as unknown as Timer)._idleStart;
}

const isOver = ({ _destroyed, _idleTimeout, _onTimeout }: Timer): boolean =>
  _destroyed || _idleTimeout < 0 || typeof _onTimeout !== "function";

/** When what is due comes if nobody says so, in milliseconds. */
const releasedAfterMs = 1000;

function setAnew(timer: Timer, waitMs: number): void {
  if (isOver(timer)) return;
  timer._idleTimeout = waitMs;
  realRefresh.call(timer);
}

/** The timers that programs set. They stay Node's own, so that they can do all that they did. */
export class Timers {
  readonly #live = new Set<Timer>();
  /** How long each is to wait, whatever was skipped of it. */
  readonly #waits = new WeakMap<Timer, number>();
  /** Those that are due by what was skipped. */
  readonly #due: Timer[] = [];
  made = 0;

  watch(timer: Timer): void {
    this.made += 1;
    this.#waits.set(timer, timer._idleTimeout);
    this.#live.add(timer);
  }

  /** Each that is still to come, and in how many milliseconds. */
  *#left(): Generator<[timer: Timer, leftMs: number]> {
    const now = loopNow();
    for (const timer of this.#live) {
      if (isOver(timer)) this.#live.delete(timer);
      else yield [timer, timer._idleStart + timer._idleTimeout - now];
    }
  }

  /** In how many milliseconds the first is due; and the first that only keeps time, if there is one. */
  first(): { nextMs?: number; tickMs?: number } {
    const first: { nextMs?: number; tickMs?: number } = {};
    for (const [timer, leftMs] of this.#left()) {
      const kind = keepsTime(timer) ? "tickMs" : "nextMs";
      first[kind] = Math.min(first[kind] ?? leftMs, leftMs);
    }
    return first;
  }

  /** Takes this much off every wait. What is due by it comes once it is released. */
  shorten(byMs: number): void {
    const all = [...this.#left()].sort(([, a], [, b]) => a - b);
    for (const [timer, leftMs] of all) {
      if (leftMs <= byMs) this.#due.push(timer);
      setAnew(timer, leftMs <= byMs ? releasedAfterMs : leftMs - byMs);
    }
  }

  /** Lets what is due come, in its order. */
  release(): void {
    for (const timer of this.#due.splice(0)) if (this.#live.has(timer)) setAnew(timer, 0);
  }

  /** Has those that are set from now on go by the client's time. Immediates are left alone. */
  replace(): void {
    const begin = (timer: Timer) => this.#begin(timer);
    ofTimers.refresh = function refresh(this: Timer): Timer {
      begin(this);
      return realRefresh.call(this);
    };
    const watched = (set: unknown, args: unknown[]) => {
      const timer = (set as (...args: unknown[]) => unknown)(...args);
      this.watch(timer as Timer);
      return timer;
    };
    const replaced = {
      setTimeout: function setTimeout(...args: unknown[]) {
        return watched(real.setTimeout, args);
      },
      setInterval: function setInterval(...args: unknown[]) {
        return watched(real.setInterval, args);
      },
    };
    for (const name of ["setTimeout", "setInterval"] as const) {
      // What `util.promisify` makes of it stands there as a property.
      Object.defineProperties(replaced[name], extrasOf(real[name]));
      Object.assign(timers, { [name]: replaced[name] });
      Object.assign(globalThis, { [name]: replaced[name] });
    }
  }

  /** One that begins anew waits as long as it was told at first. */
  #begin(timer: Timer): void {
    const waitMs = this.#waits.get(timer);
    if (waitMs === undefined) return;
    timer._idleTimeout = waitMs;
    this.#live.add(timer);
    const place = this.#due.indexOf(timer);
    if (place >= 0) this.#due.splice(place, 1);
  }
}

/** The properties of a function by symbols, and how many arguments it says that it takes. */
function extrasOf(of: object): PropertyDescriptorMap {
  const all = Object.getOwnPropertyDescriptors(of) as PropertyDescriptorMap;
  const names = ["length", ...Object.getOwnPropertySymbols(of)];
  return Object.fromEntries(names.flatMap((name) => [[name, all[name as never] ?? {}]]));
}

/** Has the time-outs of sockets, which Node sets by timers of its own, go by the client's time. */
export function replaceSocketTimeouts(timers: Timers): void {
  const symbols = Object.getOwnPropertySymbols(new Socket());
  const key = symbols.find(({ description }) => description === "timeout");
  if (key === undefined) return;
  const real = Socket.prototype.setTimeout;
  Socket.prototype.setTimeout = function setTimeout(this: Socket, ...args) {
    real.apply(this, args);
    const timer = (this as unknown as Record<symbol, Timer | null>)[key];
    if (timer) timers.watch(timer);
    return this;
  };
}
