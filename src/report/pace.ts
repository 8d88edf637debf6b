import type { Windows } from "../contract/tiers.ts";
import { replayed } from "./replay.ts";

/** Requests a second, and when each of them would have come. */
interface Paced {
  readonly perSecond: number;
  readonly byCaller: readonly (readonly number[])[];
}

/**
 * The fastest even pace of one caller at which no request of the run would have been refused: that of the
 * burst window, if the run is short enough for it, else of the steady one, else of the day. Each request
 * comes as early as the pace allows, and never before it was observed.
 */
export function paceFor(byCaller: readonly (readonly number[])[], windows: Windows): Paced {
  const rates = ratesOf(windows);
  for (const perSecond of rates) {
    const paced = { perSecond, byCaller: byCaller.map((times) => spaced(times, perSecond)) };
    // At the last of them no window can be full: its requests never come closer than all windows allow.
    if (perSecond === rates.at(-1) || replayed(paced.byCaller, windows).refused === 0) return paced;
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

function spaced(times: readonly number[], perSecond: number): number[] {
  const gap = Math.ceil(1000 / perSecond / unit) * unit;
  let next = 0;
  return times.map((time) => {
    const at = Math.max(time, next);
    next = at + gap;
    return at;
  });
}
