import { type Confirmation, confirmations } from "../../domain/objects/records.ts";
import { confirm, knownProfile } from "../../domain/consent/subscribe.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { accountsOf } from "../operation.ts";
import { meantRecord } from "./meant.ts";
import { operationsOf } from "../act.ts";
import {
  type ConfirmationView,
  type ConfirmedView,
  confirmations as said,
} from "../acts/messages.ts";

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
  const { account, record } = meantRecord(accounts, confirmations, "confirmation", id);
  confirm(account, record, account.clock.now());
  account.takeWritten();
  const profile = knownProfile(account, record.subscribing)?.id ?? "";
  return { ...viewOf(account, record), profile };
}

/** Double opt-ins, as the library has them. */
export interface ConfirmationsFace {
  /** Those that wait for their click. @param filter of one account, or for one address */
  list(filter?: { account?: string; email?: string }): ConfirmationView[];
  /** The click in the mail: the subscription holds from now on. */
  click(id: string): ConfirmedView;
}

export const confirmationsFace = (emulation: Emulation): ConfirmationsFace => ({
  list: ({ account, email } = {}) =>
    listOf(accountsOf({ emulation, account })).filter(
      (each) => email === undefined || each.email?.toLowerCase() === email.toLowerCase(),
    ),
  click: (id) => click(accountsOf({ emulation }), id),
});

export const confirmationOperations = operationsOf(said.acts, {
  list: (call) => listOf(accountsOf(call)),
  click: (call) => click(accountsOf(call), call.params[0] ?? ""),
});
