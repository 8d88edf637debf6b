import type { Api } from "../verbs/call.ts";
import type { Account } from "../world/account.ts";
import type { World } from "../world/world.ts";

/** What becomes of an operation's windows at the rate of late. */
export interface Forecast {
  readonly operation: string;
  /** Requests a second of the world's time, over the last minute at most. */
  readonly perSecond: number;
  /** The window that would refuse first, and after how many seconds; null: none would. */
  readonly full: { readonly window: "burst" | "steady"; readonly inSeconds: number } | null;
}

/** How far back the rate is looked at, and the least that a rate is taken over, in milliseconds. */
const rateMs = 60_000;
const rateMsMin = 1000;

/** For each operation that the account asked of late. */
export function forecastsOf(world: World, api: Api, account: Account): Forecast[] {
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
    const perSecond = (count * 1000) / Math.max(rateMsMin, now - first);
    const rounded = Math.round(perSecond * 10) / 10;
    const { burst, steady } = account.limits.limitsOf({ name: id, windows: operation.limits });
    const want = { name: id, windows: operation.limits };
    const full = fullAt(perSecond, burst, steady, account.limits.standing(want, now));
    return [{ operation: id, perSecond: rounded, full: world.limitMode === "off" ? null : full }];
  });
}

function fullAt(
  perSecond: number,
  burst: number,
  steady: number,
  { remaining, resetSeconds }: { remaining: number; resetSeconds: number },
): Forecast["full"] {
  if (perSecond > burst) return { window: "burst", inSeconds: Math.round(burst / perSecond) };
  const inSeconds = Math.floor(remaining / perSecond);
  // In this minute, or at this rate in the next.
  if (inSeconds < resetSeconds) return { window: "steady", inSeconds };
  if (perSecond * 60 <= steady) return null;
  return { window: "steady", inSeconds: resetSeconds + Math.floor(steady / perSecond) };
}
