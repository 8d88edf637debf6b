import type { Windows } from "../contract/tiers.ts";
import { Limits } from "../world/limits/limits.ts";
import { forEach, type Slices, mapped } from "./slices.ts";

export type Times = readonly (readonly number[])[];

/** What windows would have done to requests. Instants are in milliseconds, of the arrivals' own origin. */
export interface Replayed {
  readonly refused: number;
  readonly burstAt: number | undefined;
  readonly steadyAt: number | undefined;
}

const never: Replayed = { refused: 0, burstAt: undefined, steadyAt: undefined };

export function* replayed(byCaller: Times, windows: Windows): Slices<Replayed> {
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
function* isEnough(byCaller: Times, { burst, steady, day = Infinity }: Windows): Slices<boolean> {
  if ((yield* peakOf(byCaller, 1000)) > burst) return false;
  if ((yield* peakOf(byCaller, 60_000)) > steady) return false;
  return day === Infinity || (yield* peakOf(byCaller, 86_400_000)) <= day;
}

export function* peakOf(byCaller: Times, windowMs: number): Slices<number> {
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

type Paced = { readonly perSecond: number; readonly byCaller: Times };

/**
 * The fastest even pace of a caller that nothing refuses: that of the burst window, if the run is short enough for
 * it, else of the steady one, else of the day. No request comes before it was observed.
 */
export function* paceFor(byCaller: Times, windows: Windows): Slices<Paced> {
  const rates = ratesOf(windows);
  for (const perSecond of rates) {
    const paced: Paced = { perSecond, byCaller: yield* allSpaced(byCaller, perSecond) };
    // At the last of them no window can be full: its requests never come closer than all windows allow.
    if (perSecond === rates.at(-1)) return paced;
    if ((yield* replayed(paced.byCaller, windows)).refused === 0) return paced;
  }
  return { perSecond: 0, byCaller };
}

/** The even paces that fill the windows, the fastest first: none is faster than the one before it. */
function ratesOf({ burst, steady, day }: Windows): number[] {
  const inMinute = Math.min(burst, steady / 60);
  return [burst, inMinute, ...(day === undefined ? [] : [Math.min(inMinute, day / 86_400)])];
}

/** Of a millisecond: a fraction whose sums are exact. */
const unit = 1 / 1024;

function* allSpaced(byCaller: Times, perSecond: number): Slices<number[][]> {
  const gap = Math.ceil(1000 / perSecond / unit) * unit;
  const all: number[][] = [];
  for (const times of byCaller) {
    let next = 0;
    const spaced = yield* mapped(times, (time) => {
      const at = Math.max(time, next);
      next = at + gap;
      return at;
    });
    all.push(spaced);
  }
  return all;
}
