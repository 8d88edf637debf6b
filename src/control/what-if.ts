import type { Api } from "../verbs/call.ts";
import type { Account } from "../world/account.ts";
import type { World } from "../world/world.ts";

/** What becomes of an operation's windows at the rate of late. */
export interface Forecast {
  readonly operation: string;
  /** Requests a second of the client's time, over the world's last minute at most. */
  readonly perSecond: number;
  /** The window that would refuse first, and after how many seconds of the client's; null: none would. */
  readonly full: { readonly window: "burst" | "steady"; readonly inSeconds: number } | null;
}

/** How far back the rate is looked at, in the world's milliseconds. */
const rateMs = 60_000;
/** The least that a rate is taken over, in the client's. */
const rateMsMin = 1000;

/** For each operation that the account asked of late. */
export function forecastsOf(world: World, api: Api, account: Account): Forecast[] {
  const { pace } = account.clock;
  const now = account.clock.now();
  const asked = new Map<string, { count: number; first: number }>();
  for (const entry of world.journal.list({ account: account.id, since: now - rateMs })) {
    if (entry.operation === null) continue;
    const known = asked.get(entry.operation);
    if (known !== undefined) known.count += 1;
    else asked.set(entry.operation, { count: 1, first: entry.arrivedWorld });
  }
  return [...asked].flatMap(([id, { count, first }]) => {
    const operation = api.operations.get(id);
    if (operation === undefined) return [];
    const perSecond = (count * 1000) / Math.max(rateMsMin, (now - first) / pace);
    const rounded = Math.round(perSecond * 10) / 10;
    const { burst, steady } = account.limits.limitsOf({ name: id, windows: operation.limits });
    const want = { name: id, windows: operation.limits };
    const standing = account.limits.standing(want, now);
    const full = fullAt({ perSecond: perSecond / pace, pace, burst, steady, ...standing });
    return [{ operation: id, perSecond: rounded, full: world.limitMode === "off" ? null : full }];
  });
}

/** Reckons in the world's seconds, and tells the client's. */
function fullAt(at: {
  readonly perSecond: number;
  readonly pace: number;
  readonly burst: number;
  readonly steady: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}): Forecast["full"] {
  const { perSecond, pace, burst, steady, remaining, resetSeconds } = at;
  const told = (window: "burst" | "steady", seconds: number) => ({
    window,
    inSeconds: Math.floor(seconds / pace),
  });
  if (perSecond > burst) return told("burst", Math.round(burst / perSecond));
  const seconds = Math.floor(remaining / perSecond);
  // In this minute, or at this rate in the next.
  if (seconds < resetSeconds) return told("steady", seconds);
  if (perSecond * 60 <= steady) return null;
  return told("steady", resetSeconds + Math.floor(steady / perSecond));
}
