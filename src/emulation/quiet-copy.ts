import { withoutPending } from "../domain/deliveries/forget.ts";
import { type Snapshot, World } from "../world/world.ts";
import type { Rules } from "../world/account.ts";
import { noRecorder } from "../world/shadow-account.ts";
import { Journal } from "../world/journal/journal.ts";

/** A state to which a reset goes back, or from which a copy begins: nothing waits in it to be delivered. */
export const undelivered = ({ accounts, ...rest }: Snapshot): Snapshot => ({
  ...rest,
  accounts: accounts.map(({ state, ...account }) => ({ ...account, state: withoutPending(state) })),
});

/**
 * A world that goes its own way from here: the same data, keys, tokens, revisions and time, with a journal of its own,
 * and neither faults nor limits. What waited to be delivered waits where it did. What is done in it is kept nowhere.
 */
export function quietCopy(world: World, rules: Rules): World {
  const { settings } = world;
  const copy = World.from(
    { ...undelivered(world.snapshot()), faults: [] },
    // Secrets that are given out there are given out nowhere else.
    { ...settings, limits: "off", epoch: (settings.epoch ?? 0) + 1, clock: world.clock.split() },
    { journal: new Journal(), rules, recorder: noRecorder },
  );
  copy.grants.copy(world.grants);
  copy.revisions = world.revisions;
  for (const sandbox of world.sandboxes.values()) {
    copy
      .addSandbox({ ...sandbox.settings, limits: "off" }, sandbox.keys)
      .restore(withoutPending(sandbox.snapshot()));
  }
  for (const account of world.everyAccount()) {
    if (account.hasOwnClock) copy.account(account.id)?.setClock(account.clock.split(), true);
  }
  return copy;
}
