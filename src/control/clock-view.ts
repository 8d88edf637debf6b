import { formatDatetime } from "../jsonapi/time.ts";
import type { Account } from "../world/account.ts";
import type { ClockMode } from "../world/time/clock-value.ts";
import type { ClockAct } from "../world/notices.ts";
import type { World } from "../world/world.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { secondsText } from "../report/figures.ts";

export interface ClockView {
  /** Whether it is real, moved, frozen or accelerated. */
  readonly mode: ClockMode;
  /** World time a unit of the client's, while it runs. */
  readonly factor: number;
  /** World time, ISO 8601 and in milliseconds since 1970. */
  readonly now: string;
  readonly ms: number;
  /** How far it is ahead of the machine's time, in milliseconds. */
  readonly aheadMs: number;
  /** Of an account: whether it is the emulator's clock. */
  readonly shared?: boolean;
}

export const clockOf = (world: World, account: Account | undefined) =>
  account?.clock ?? world.clock;

export function viewClock(world: World, account?: Account): ClockView {
  const clock = clockOf(world, account);
  const ms = clock.now();
  const { machine } = clock.time;
  return {
    mode: clock.mode,
    factor: clock.factor,
    now: formatDatetime(ms),
    ms,
    // The machine's has fractions of a millisecond.
    aheadMs: Math.round((clock.mode === "real" ? 0 : ms - clock.realNow()) + machine.aheadOfDateMs),
    ...(account !== undefined && { shared: !account.hasOwnClock }),
  };
}

/** The clock as it is after what it was told, of which others hear. */
export function told(world: World, what: ClockAct, account: Account | undefined): ClockView {
  world.notices.tell({ of: "clock", what, account: account?.id ?? null });
  return viewClock(world, account);
}

/** Tells that the machine has slept: on the stream of each clock, and in one line where one has moved on. */
export function tellOfSleep({ lasting }: Emulation, ms: number, note: (message: string) => void) {
  const own = [...lasting.everyAccount()].filter(({ hasOwnClock }) => hasOwnClock);
  const all = [undefined, ...own];
  for (const account of all) told(lasting, "slept", account);
  if (all.every((account) => clockOf(lasting, account).mode === "frozen")) return;
  note(`the machine slept for ${secondsText(ms / 1000)}: the clock moved on`);
}
