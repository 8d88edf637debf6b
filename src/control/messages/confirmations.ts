import { ofAccount } from "../act.ts";
import { object } from "../../contract/shape.ts";
import { confirmations } from "../../domain/collections.ts";
import type { Channel } from "../../domain/consent/consent.ts";
import type { Confirmation } from "../../domain/objects/records.ts";
import { confirm, knownProfile } from "../../domain/consent/subscribe.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { accountsOf, type ControlOperation, singleAccount } from "../operation.ts";
import { unknownId } from "../../emulation/problem.ts";
import { meantId } from "./meant-id.ts";

/** A subscription that waits for its click: what the service's mail would link to. */
export interface ConfirmationView {
  readonly id: string;
  readonly account: string;
  /** Id of the list that the profile is to join. */
  readonly list: string;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly channels: readonly Channel[];
  /** World time, ISO 8601. */
  readonly created: string;
}

/** A confirmation that was clicked, and whom it subscribed. */
export interface ConfirmedView extends ConfirmationView {
  /** Id of the profile that is subscribed now. */
  readonly profile: string;
}

const viewOf = (
  { id: account }: Account,
  { id, list, email, phone_number, created, subscribing }: Confirmation,
): ConfirmationView => ({
  id,
  account,
  list,
  email,
  phone_number,
  channels: subscribing.channels.map(({ channel }) => channel),
  created: formatDatetime(created),
});

/** All that wait, the oldest first. */
const listOf = (accounts: readonly Account[]): ConfirmationView[] =>
  accounts.flatMap((account) =>
    [...account.table(confirmations).scan(["created"])].map((each) => viewOf(account, each)),
  );

/** The click. @throws ControlError for one that is not there, or was clicked before */
function click(accounts: readonly Account[], id: string): ConfirmedView {
  const waiting = accounts.flatMap((account) => [...account.table(confirmations).all()]);
  const meant = meantId(
    "confirmation",
    id,
    waiting.map((each) => each.id),
  );
  for (const account of accounts) {
    const found = account.table(confirmations).get(meant);
    if (found === undefined) continue;
    confirm(account, found, account.clock.now());
    account.takeWritten();
    const profile = knownProfile(account, found.subscribing)?.id ?? "";
    return { ...viewOf(account, found), profile };
  }
  throw unknownId("confirmation", id);
}

/** Double opt-ins, as the library has them. */
export interface ConfirmationsFace {
  /** Those that wait for their click. @param filter of one account, or for one address */
  list(filter?: { account?: string; email?: string }): ConfirmationView[];
  /** The click in the mail: the subscription holds from now on. */
  click(id: string): ConfirmedView;
}

export const confirmationsFace = (emulation: Emulation): ConfirmationsFace => ({
  list: ({ account, email } = {}) => {
    const { world } = emulation;
    const accounts =
      account === undefined ? [...world.accounts.values()] : [singleAccount(world, account)];
    return listOf(accounts).filter(
      (each) => email === undefined || each.email?.toLowerCase() === email.toLowerCase(),
    );
  },
  click: (id) => click([...emulation.world.accounts.values()], id),
});

export const confirmationOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/confirmations",
    does: "the double opt-ins that wait for their click",
    query: object(ofAccount),
    run: (call) => listOf(accountsOf(call)),
  },
  {
    method: "POST",
    path: "/_emulator/confirmations/{id}",
    does: "the click: the subscription holds from now on",
    query: object(ofAccount),
    run: (call) => click(accountsOf(call), call.params[0] ?? ""),
  },
];
