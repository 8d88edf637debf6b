import type { Windows } from "../contract/tiers.ts";
import { replayed } from "./replay.ts";
import { mapped, type Slices } from "./slices.ts";

interface Paced {
  readonly perSecond: number;
  readonly byCaller: readonly (readonly number[])[];
}

/**
 * The fastest even pace of a caller that nothing refuses: that of the burst window, if the run is short enough for
 * it, else of the steady one, else of the day. No request comes before it was observed.
 */
export function* paceFor(
  byCaller: readonly (readonly number[])[],
  windows: Windows,
): Slices<Paced> {
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

function* allSpaced(
  byCaller: readonly (readonly number[])[],
  perSecond: number,
): Slices<number[][]> {
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
