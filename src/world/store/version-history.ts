import type { State } from "./state.ts";

/** What a state was, before it was written to in one second. */
interface Version {
  readonly state: State;
  /** The first and the last write of that second, in milliseconds of world time. */
  readonly from: number;
  until: number;
}

const secondsMax = 60;

/** The states that an account was in, while a fault may ask for them: one for each second in which it was written to. */
export class VersionHistory {
  /** How far back they are asked for, in milliseconds of world time; 0: not at all. */
  keptMs: () => number = () => 0;
  #thens: Version[] = [];

  /** To be called before each write. */
  keep(account: { readonly clock: { now(): number }; snapshot(): State }): void {
    const keptMs = this.keptMs();
    if (keptMs === 0) {
      if (this.#thens.length > 0) this.clear();
      return;
    }
    const now = account.clock.now();
    // The clock went back: nobody knows any more what was when.
    if ((this.#thens.at(-1)?.until ?? now) > now) this.clear();
    const last = this.#thens.at(-1);
    if (last !== undefined && secondOf(last.from) === secondOf(now)) {
      last.until = now;
      return;
    }
    this.#thens.push({ state: account.snapshot(), from: now, until: now });
    while (this.#thens.length > secondsMax || (this.#thens[0]?.until ?? now) < now - keptMs) {
      this.#thens.shift();
    }
  }

  /** What the state was at an instant, to the second, or what is oldest; undefined: nothing was written since. */
  at(instant: number, now: number): State | undefined {
    if ((this.#thens.at(-1)?.until ?? now) > now) return undefined;
    return this.#thens.find(({ until }) => until > instant)?.state;
  }

  clear(): void {
    this.#thens = [];
  }
}

const secondOf = (ms: number): number => Math.floor(ms / 1000);
