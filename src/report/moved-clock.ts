import type { Attempt } from "./attempt.ts";

/** An instant in both times, and by what the clock was moved until then, as its client would have waited it. */
interface Anchor {
  readonly real: number;
  readonly world: number;
  readonly pace: number;
  readonly shiftMs: number;
}

/** An attempt's beginning or end. */
interface Instant {
  readonly index: number;
  readonly side: "at" | "end";
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
  const waited = attempts.map((attempt) => ({ ...attempt }));
  const instants = attempts.flatMap(({ at, atWorld, end, endWorld }, index): Instant[] => [
    { index, side: "at", real: at, world: atWorld },
    ...(Number.isFinite(end) ? [{ index, side: "end", real: end, world: endWorld } as const] : []),
  ]);
  const anchors = new Map<string, Anchor>();
  let movedMs = 0;
  for (const { index, side, real, world } of instants.toSorted((a, b) => a.real - b.real)) {
    const attempt = waited[index] as (typeof waited)[number];
    const { account, pace } = attempt;
    const anchor = moved(anchors.get(account), { real, world, pace, shiftMs: movedMs });
    anchors.set(account, anchor);
    movedMs = Math.max(movedMs, anchor.shiftMs);
    waited[index] = { ...attempt, [side]: real + anchor.shiftMs };
  }
  return { attempts: waited.toSorted((a, b) => a.at - b.at), movedMs };
}

/** The anchor stays where both times run alike: what rounding takes away at one instant it gives back at another. */
function moved(anchor: Anchor | undefined, now: Anchor): Anchor {
  if (anchor === undefined) return now;
  const faster = Math.max(anchor.pace, now.pace);
  const aheadMs = (now.world - anchor.world) / faster - (now.real - anchor.real);
  const isAlike = Math.abs(aheadMs) <= 2 + 2 / faster;
  if (isAlike && anchor.pace === now.pace) return anchor;
  return { ...now, shiftMs: anchor.shiftMs + (isAlike ? 0 : Math.max(0, aheadMs)) };
}
