import { withoutPending } from "../domain/deliveries/forget.ts";
import type { Snapshot } from "../world/world.ts";

/** A state to which a reset goes back, or from which a copy begins: nothing waits in it to be delivered. */
export const undelivered = ({ accounts, ...rest }: Snapshot): Snapshot => ({
  ...rest,
  accounts: accounts.map(({ state, ...account }) => ({ ...account, state: withoutPending(state) })),
});
