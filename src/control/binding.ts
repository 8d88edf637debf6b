import type { Emulation } from "../emulation/emulation.ts";
import { ControlError } from "../emulation/problem.ts";
import type { Incoming } from "../pipeline/incoming.ts";
import { singleAccount } from "./operation.ts";

/** The sandbox whose token a request sends; undefined: it sends none. @throws ControlError for one that is gone */
export function boundTo(
  { sandboxes }: Emulation,
  { "x-emulator-token": token }: Incoming["headers"],
): string | undefined {
  return typeof token === "string" ? sandboxes.ofToken(token) : undefined;
}

/**
 * The account that a call is about; undefined: it is about all.
 *
 * @param bound the sandbox whose token came with it
 * @throws ControlError for an account that the token is not of, or of which nothing is known
 */
export function accountAsked(
  emulation: Emulation,
  { account }: { readonly account?: unknown },
  bound: string | undefined,
): string | undefined {
  const id = account as string | undefined;
  if (bound === undefined) {
    if (id !== undefined && !isRemembered(emulation, id)) singleAccount(emulation.world, id);
    return id;
  }
  if (id === undefined || id === bound) return bound;
  throw new ControlError(`the control token is of the sandbox ${bound} alone`, "account", {
    kind: "forbidden",
  });
}

/** Whether an account is in the journal or in a snapshot: it may be gone. */
const isRemembered = ({ world: { journal }, seeded, snapshots }: Emulation, id: string): boolean =>
  [seeded, ...[...snapshots.values()].map(({ snapshot }) => snapshot)].some(({ accounts }) =>
    accounts.some(({ settings }) => settings.companyId === id),
  ) || journal.received({ account: id }).length > 0;
