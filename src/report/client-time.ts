import type { Attempt } from "./attempt.ts";

/** What rounding makes of two clocks that run alike, in milliseconds. */
const roundingMs = 2;

interface Instant {
  readonly real: number;
  readonly world: number;
  readonly pace: number;
  readonly tell: (shiftMs: number) => void;
}

/**
 * Tells times as the client would whose clock the emulator's is: where the world's clock was advanced, by hand
 * or by a test that waits for nothing, as much time has passed for the client as the world's clock says. The
 * machine's own says only how long the test took.
 *
 * @returns the attempts, and how far the end of the run has moved
 */
export function inClientTime(attempts: readonly Attempt[]): {
  readonly attempts: readonly Attempt[];
  readonly shiftMs: number;
} {
  const shifts = new Map<Attempt, { at: number; end: number }>();
  const instants = new Map<string, Instant[]>();
  for (const each of attempts) {
    const shift = { at: 0, end: 0 };
    shifts.set(each, shift);
    // An account may have a clock of its own.
    const own = instants.get(each.account) ?? [];
    instants.set(each.account, own);
    const { at, atWorld, end, endWorld, pace } = each;
    own.push({ real: at, world: atWorld, pace, tell: (ms) => (shift.at = ms) });
    if (Number.isFinite(end)) {
      own.push({ real: end, world: endWorld, pace, tell: (ms) => (shift.end = ms) });
    }
  }
  const shiftMs = Math.max(0, ...[...instants.values()].map(shifted));
  const told = attempts.map((each) => {
    const { at = 0, end = 0 } = shifts.get(each) ?? {};
    return { ...each, at: each.at + at, end: each.end + end };
  });
  return { attempts: told, shiftMs };
}

/** @returns how far the last of them was moved */
function shifted(instants: readonly Instant[]): number {
  let shift = 0;
  let anchor: Instant | undefined;
  for (const each of instants.toSorted((a, b) => a.real - b.real || a.world - b.world)) {
    const aheadMs =
      anchor === undefined || anchor.pace !== each.pace
        ? 0
        : (each.world - anchor.world) / each.pace - (each.real - anchor.real);
    if (aheadMs > roundingMs) shift += aheadMs;
    if (Math.abs(aheadMs) > roundingMs || anchor?.pace !== each.pace) anchor = each;
    each.tell(shift);
  }
  return shift;
}
