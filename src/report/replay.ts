import type { Windows } from "../contract/tiers.ts";
import { Limits } from "../world/limits/limits.ts";
import { forEach, type Slices } from "./slices.ts";

/** What windows would have done to requests. Instants are in milliseconds, of the arrivals' own origin. */
export interface Replayed {
  readonly refused: number;
  readonly burstAt: number | undefined;
  readonly steadyAt: number | undefined;
}

const never: Replayed = { refused: 0, burstAt: undefined, steadyAt: undefined };

export function* replayed(
  byCaller: readonly (readonly number[])[],
  windows: Windows,
): Slices<Replayed> {
  if (yield* isEnough(byCaller, windows)) return never;
  const wanted = [{ name: "replayed", windows }];
  const firsts = { burst: Infinity, steady: Infinity, day: Infinity };
  let refused = 0;
  for (const times of byCaller) {
    const limits = new Limits("real");
    yield* forEach(times, (at) => {
      const blocked = limits.take(wanted, at);
      if (blocked === undefined) return;
      refused += 1;
      firsts[blocked.window] = Math.min(firsts[blocked.window], at);
    });
  }
  const known = (at: number) => (at === Infinity ? undefined : at);
  return { refused, burstAt: known(firsts.burst), steadyAt: known(firsts.steady) };
}

/** Whether no window is ever full: then nothing needs to be counted one by one. */
function* isEnough(
  byCaller: readonly (readonly number[])[],
  { burst, steady, day = Infinity }: Windows,
): Slices<boolean> {
  if ((yield* peakOf(byCaller, 1000)) > burst) return false;
  if ((yield* peakOf(byCaller, 60_000)) > steady) return false;
  return day === Infinity || (yield* peakOf(byCaller, 86_400_000)) <= day;
}

/** The most requests of one caller in one window of this length, aligned to the clock as limits are. */
export function* peakOf(
  byCaller: readonly (readonly number[])[],
  windowMs: number,
): Slices<number> {
  let peak = 0;
  for (const times of byCaller) {
    let [window, count] = [-1, 0];
    yield* forEach(times, (at) => {
      const own = Math.floor(at / windowMs);
      count = own === window ? count + 1 : 1;
      window = own;
      peak = Math.max(peak, count);
    });
  }
  return peak;
}
