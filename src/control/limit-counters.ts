import type { Account } from "../world/account.ts";
import type { CounterView } from "../world/limits/limits.ts";
import type { Api } from "../verbs/invocation.ts";
import type { EntryView } from "../world/journal/entry.ts";
import type { World } from "../world/world.ts";

/** One window of what is counted: of an operation, or of a parameter with limits of its own. */
export interface LimitCounter extends CounterView {
  /** The client id of the installed app whose counter it is; none: the private keys share it. */
  readonly app?: string;
  /** `opensAtMs` and `shutUntilMs`, ISO 8601. */
  readonly opensAt: string;
  readonly shutUntil: string | null;
}

export const countersOf = ({ clock, limiting }: Account): LimitCounter[] =>
  limiting
    .all()
    .flatMap(([app, limits]) =>
      limits.view(clock.now(), clock).map((counter) => shownCounter(counter, app)),
    );

/** A counter with its instants. @param app whose it is */
export const shownCounter = (
  { opensAtMs, shutUntilMs, resetSeconds, ...counter }: CounterView,
  app: string | undefined,
): LimitCounter => ({
  ...(app !== undefined && { app }),
  ...counter,
  opensAt: instant(opensAtMs),
  opensAtMs,
  shutUntil: shutUntilMs === null ? null : instant(shutUntilMs),
  shutUntilMs,
  resetSeconds,
});

/** To the millisecond. */
export const instant = (ms: number): string => new Date(ms).toISOString();

/** What becomes of an operation's windows at the rate of late. */
export interface Forecast {
  /** The client id of the installed app whose windows they are; absent: those of the private keys. */
  readonly app?: string;
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

/** For each operation that the account asked of late, with its keys and with each app. */
export function forecastsOf(world: World, api: Api, account: Account): Forecast[] {
  const { pace } = account.clock;
  const now = account.clock.now();
  const asked = new Map<string, { count: number; readonly entry: EntryView }>();
  for (const { entry } of world.journal.received({ account: account.id, since: now - rateMs })) {
    const name = `${entry.operation} ${entry.app ?? ""}`;
    const known = asked.get(name) ?? { count: 0, entry };
    asked.set(name, known);
    known.count += 1;
  }
  return [...asked.values()].flatMap(({ count, entry }) => {
    const { operation: id, arrivedWorld: first } = entry;
    const app = entry.app ?? undefined;
    const operation = api.operations.get(id ?? "");
    if (id === null || operation === undefined) return [];
    const perSecond = (count * 1000) / Math.max(rateMsMin, (now - first) / pace);
    const rounded = Math.round(perSecond * 10) / 10;
    const limits = account.limiting.of(app);
    const want = { name: id, windows: operation.limits };
    const { burst, steady } = limits.limitsOf(want);
    const standing = limits.standing(want, now);
    const full = fullAt({ perSecond: perSecond / pace, pace, burst, steady, ...standing });
    const shown = { operation: id, perSecond: rounded };
    return [{ ...(app && { app }), ...shown, full: limits.mode === "off" ? null : full }];
  });
}

type Pace = "perSecond" | "pace" | "burst" | "steady" | "remaining" | "resetSeconds";

/** Reckons in the world's seconds, and tells the client's. */
function fullAt(at: Readonly<Record<Pace, number>>): Forecast["full"] {
  const { perSecond, pace, burst, steady, remaining, resetSeconds } = at;
  const told = (window: "burst" | "steady", seconds: number) => {
    return { window, inSeconds: Math.floor(seconds / pace) };
  };
  if (perSecond > burst) return told("burst", Math.round(burst / perSecond));
  const seconds = Math.floor(remaining / perSecond);
  // In this minute, or at this rate in the next.
  if (seconds < resetSeconds) return told("steady", seconds);
  if (perSecond * 60 <= steady) return null;
  return told("steady", resetSeconds + Math.floor(steady / perSecond));
}
