import { headsOf } from "../domain/deliveries/decide.ts";
import type { Emulation } from "../emulation/emulation.ts";
import type { Account } from "../world/account.ts";

/**
 * Waits until nothing of these accounts is to be delivered any more; on a frozen clock, until nothing is on its way.
 *
 * @param accountsOf asked again and again: a reset puts others in their place
 */
export async function settled(
  emulation: Emulation,
  accountsOf: () => readonly Account[],
): Promise<void> {
  for (;;) {
    const first = accountsOf().find((account) => isWaiting(emulation, account));
    if (first === undefined) return;
    await nextMoment(emulation, first);
  }
}

const isWaiting = ({ courier }: Emulation, account: Account): boolean =>
  (courier?.isBusy(account) ?? false) ||
  (account.clock.mode !== "frozen" && nextDue(account) !== undefined);

/** When the next of its attempts is due. */
function nextDue(account: Account): number | undefined {
  const dues = headsOf(account).flatMap(({ due }) => due ?? []);
  return dues.length === 0 ? undefined : Math.min(...dues);
}

/** When an attempt has ended, or one is due, or the account has another clock: whatever comes first. */
function nextMoment({ courier }: Emulation, account: Account): Promise<void> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const go = () => {
      for (const stop of stops.splice(0)) stop();
      resolve();
    };
    if (courier !== undefined) stops.push(courier.onEnded(go));
    stops.push(account.onClock(go), account.clock.onStop(go));
    const due = courier?.isBusy(account) ? undefined : nextDue(account);
    // Not idle: who waits keeps the process alive. The attempt itself begins at the same instant, and before.
    if (due !== undefined)
      stops.push(account.clock.after(Math.max(1, due - account.clock.now()), go));
  });
}
