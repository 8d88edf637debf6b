import { median } from "simple-statistics";
import { first, type Run } from "../calls/logical-call.ts";
import type { Random } from "../evidence/spread.ts";
import type { OwnWaits, Waits } from "../waits.ts";

/** In so many turns a client comes to a retry for which it does not wait: the machine is late in each. */
export const turnsMax = 10;

export interface Kind {
  readonly step: number;
  readonly waits: readonly number[];
  readonly ends: readonly number[];
}

/** The waits by operation, step and failures: who waits longer after another failure, or at another step, has no jitter yet. */
export function kindsOf(own: readonly OwnWaits[]): Kind[] {
  const kinds = new Map<string, { step: number; waits: number[]; ends: number[] }>();
  for (const { call, waits, after } of own) {
    for (const [step, wait] of waits.entries()) {
      const kind = [first(call).operation, ...after.slice(0, step + 1)].join("\n");
      const same = kinds.get(kind) ?? { step, waits: [], ends: [] };
      kinds.set(kind, same);
      same.waits.push(wait);
      same.ends.push(call.attempts[step + 1]?.at ?? 0);
    }
  }
  return [...kinds.values()];
}

/** The waits of those runs in which the machine had time, where several are graded together. */
export function calmest(all: Waits, lagOf: Run["lagOf"]): Waits {
  if (lagOf === undefined || all.own.length === 0) return all;
  const typicalMs = median(all.own.flatMap(({ waits }) => waits));
  const lagOfCall = ({ call }: OwnWaits) => lagOf(first(call));
  const own = all.own.filter((each) => lagOfCall(each) * turnsMax <= typicalMs);
  if (own.length === 0) return all;
  return { ...all, own, lagMs: Math.max(...own.map(lagOfCall)) };
}

/** Waits that a stall may have made longer count once: those that end together, and are longer than most by as much. */
export function apartOf({ waits, ends }: Kind, { shareMin, noiseMs }: Random): number[] {
  const middle = median([...waits]);
  const farMs = Math.max(noiseMs, (shareMin * middle) / 2);
  const far = waits
    .map((wait, index) => ({ wait, index, end: ends[index] ?? 0 }))
    .filter(({ wait }) => Math.abs(wait - middle) > farMs)
    .toSorted((a, b) => a.end - b.end);
  const same = new Set<number>();
  let before = far[0];
  for (const each of far.slice(1)) {
    const isSame =
      before !== undefined &&
      each.end - before.end <= noiseMs &&
      Math.abs(each.wait - before.wait) <= noiseMs;
    if (isSame) same.add(each.index);
    else before = each;
  }
  return waits.filter((_, index) => !same.has(index));
}
