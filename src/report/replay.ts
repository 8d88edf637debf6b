import type { Windows } from "../contract/tiers.ts";
import { Limits } from "../world/limits.ts";

/** What windows would have done to requests. Instants are in milliseconds, of the arrivals' own origin. */
export interface Replayed {
  readonly refused: number;
  readonly burstAt: number | undefined;
  readonly steadyAt: number | undefined;
}

/** Sends requests through windows, each caller's through its own, as the limits themselves count them. */
export function replayed(byCaller: readonly (readonly number[])[], windows: Windows): Replayed {
  const wanted = [{ name: "replayed", windows }];
  const firsts = { burst: Infinity, steady: Infinity, day: Infinity };
  let refused = 0;
  for (const times of byCaller) {
    const limits = new Limits("real");
    for (const at of times) {
      const blocked = limits.take(wanted, at);
      if (blocked === undefined) continue;
      refused += 1;
      firsts[blocked.window] = Math.min(firsts[blocked.window], at);
    }
  }
  const known = (at: number) => (at === Infinity ? undefined : at);
  return { refused, burstAt: known(firsts.burst), steadyAt: known(firsts.steady) };
}

/** The most requests of one caller in one window of this length, aligned to the clock as limits are. */
export function peakOf(byCaller: readonly (readonly number[])[], windowMs: number): number {
  let peak = 0;
  for (const times of byCaller) {
    let [window, count] = [-1, 0];
    for (const at of times) {
      const own = Math.floor(at / windowMs);
      count = own === window ? count + 1 : 1;
      window = own;
      peak = Math.max(peak, count);
    }
  }
  return peak;
}
