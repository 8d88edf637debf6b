import type { Account } from "../world/account.ts";
import type { CounterView } from "../world/limits/limits.ts";

/** One window of what is counted: of an operation, or of a parameter with limits of its own. */
export interface LimitCounter extends CounterView {
  /** The client id of the installed app whose counter it is; none: the private keys share it. */
  readonly app?: string;
  /** `opensAtMs` and `shutUntilMs`, ISO 8601. */
  readonly opensAt: string;
  readonly shutUntil: string | null;
}

/** Every counter of an account that is in use. */
export function countersOf(account: Account): LimitCounter[] {
  const { clock } = account;
  return account.limiting
    .all()
    .flatMap(([app, limits]) =>
      limits.view(clock.now(), clock).map((counter) => shownCounter(counter, app)),
    );
}

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
