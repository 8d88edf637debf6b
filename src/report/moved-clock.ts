import type { Attempt } from "./attempt.ts";

/** What the clock was moved by so far, as its client would have waited it. */
interface Moved {
  readonly real: number;
  readonly world: number;
  readonly pace: number;
  readonly shiftMs: number;
}

/** An attempt's beginning or end. */
interface Instant {
  readonly attempt: Attempt;
  readonly isEnd: boolean;
  readonly real: number;
  readonly world: number;
}

/**
 * The attempts as if their client had waited wherever the world's clock was moved forward instead. A clock
 * may be an account's own, so each account has its own time; one that is seen first later begins with what
 * the others have been moved by.
 *
 * @returns them in the order of their beginnings, and by what the latest was moved, in milliseconds
 */
export function asWaited(attempts: readonly Attempt[]): {
  readonly attempts: Attempt[];
  readonly movedMs: number;
} {
  const instants = attempts.flatMap((attempt): Instant[] => [
    { attempt, isEnd: false, real: attempt.at, world: attempt.atWorld },
    { attempt, isEnd: true, real: attempt.end, world: attempt.endWorld },
  ]);
  const moved = new Map<string, Moved>();
  const begun = new Map<Attempt, number>();
  const done: Attempt[] = [];
  let movedMs = 0;
  for (const { attempt, isEnd, real, world } of instants.toSorted((a, b) =>
    order(a.real, b.real),
  )) {
    const { account, pace } = attempt;
    const before = moved.get(account) ?? { real, world, pace, shiftMs: movedMs };
    const shiftMs = before.shiftMs + jumpOf(before, { real, world, pace });
    if (Number.isFinite(real)) moved.set(account, { real, world, pace, shiftMs });
    movedMs = Math.max(movedMs, shiftMs);
    if (isEnd) done.push({ ...attempt, at: begun.get(attempt) ?? attempt.at, end: real + shiftMs });
    else begun.set(attempt, real + shiftMs);
  }
  return { attempts: done.toSorted((a, b) => a.at - b.at), movedMs };
}

/** Infinity is no number to subtract. */
const order = (a: number, b: number): number => (a === b ? 0 : a - b);

/** How much more time has passed in the world than for the client; what rounding makes of none is none. */
function jumpOf(before: Omit<Moved, "shiftMs">, { real, world, pace }: Omit<Moved, "shiftMs">) {
  if (!Number.isFinite(real)) return 0;
  const faster = Math.max(before.pace, pace);
  const jumpMs = (world - before.world) / faster - (real - before.real);
  return jumpMs > 2 + 2 / faster ? jumpMs : 0;
}
