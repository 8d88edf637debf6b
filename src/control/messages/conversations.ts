import { profiles } from "../../domain/resources/profile.ts";
import { conversationsOf, findConversation } from "../../domain/conversations.ts";
import { write } from "../../domain/messages/happen.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { unknownId } from "../../emulation/problem.ts";
import type { Account } from "../../world/account.ts";
import { accountsOf } from "../operation.ts";
import { readAs } from "../read.ts";
import { operationsOf } from "../act.ts";
import { conversations, inboundShape, confirmations as said } from "../acts/messages.ts";
import type { ConversationView, ConfirmationView, ConfirmedView } from "../acts/messages.ts";
import { type Confirmation, confirmations } from "../../domain/objects/records.ts";
import { confirm, knownProfile } from "../../domain/consent/subscribe.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import { meantRecord } from "./meant.ts";

const limitDefault = 100;

function listConversations(accounts: readonly Account[]): ConversationView[] {
  const found: ConversationView[] = [];
  for (const account of accounts) {
    for (const person of account.table(profiles).all()) {
      const of = { profile: person.id, phone: person.phone_number };
      for (const { id, channel } of conversationsOf(person))
        found.push({ id, account: account.id, channel, ...of });
      if (found.length >= limitDefault) return found.slice(0, limitDefault);
    }
  }
  return found;
}

/** Conversations, and what the other person writes in them. */
export interface ConversationsFace {
  /** Returns the first 100 conversations, with whose they are. */
  list(options?: { account?: string }): ConversationView[];
  /** Has the person of a conversation write a text, as if from their phone. `STOP` unsubscribes them. */
  inbound(id: string, message: { text: string }): void;
}

function inbound(accounts: readonly Account[], id: string, message: unknown): void {
  const { text } = readAs(inboundShape, message);
  for (const account of accounts) {
    const found = findConversation(account, id);
    if (found === undefined) continue;
    return account.aside(() => write(account, found, text, account.clock.now()));
  }
  throw unknownId("conversation", id);
}

export const conversationsFace = (emulation: Emulation): ConversationsFace => ({
  list: (options) => listConversations(accountsOf({ emulation, ...options })),
  inbound: (id, message) => inbound([...emulation.world.everyAccount()], id, message),
});

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

export const conversationOperations = [
  ...operationsOf(said.acts, {
    list: (call) => listOf(accountsOf(call)),
    click: (call) => click(accountsOf(call), call.id),
  }),
  ...operationsOf(conversations.acts, {
    list: (call) => ({ conversations: listConversations(accountsOf(call)) }),
    inbound: (call) => inbound(accountsOf(call), call.id, call.body) ?? {},
  }),
];
