import { profiles } from "../../domain/resources/profile.ts";
import { conversationsOf, findConversation } from "../../domain/conversations.ts";
import { write } from "../../domain/messages/happen.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { unknownId } from "../../emulation/problem.ts";
import type { Account } from "../../world/account.ts";
import { accountsOf } from "../operation.ts";
import { readAs } from "../read.ts";
import { operationsOf } from "../act.ts";
import { type ConversationView, conversations, inboundShape } from "../acts/messages.ts";

const limitDefault = 100;

/** The first conversations of some accounts, by their profiles. */
function listConversations(accounts: readonly Account[]): ConversationView[] {
  const found: ConversationView[] = [];
  for (const account of accounts) {
    for (const person of account.table(profiles).all()) {
      for (const { id, channel } of conversationsOf(person)) {
        const view = { id, account: account.id, channel };
        found.push({ ...view, profile: person.id, phone: person.phone_number });
      }
      if (found.length >= limitDefault) return found.slice(0, limitDefault);
    }
  }
  return found;
}

/** Conversations, and what the other person writes in them. */
export interface ConversationsFace {
  /** Returns the first 100 conversations, with whose they are. */
  list(options?: { account?: string }): ConversationView[];
  /**
   * Has the person of a conversation write a text, as if from their phone. `STOP` unsubscribes them.
   *
   * @param id of the conversation, as the API shows it
   */
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

export const conversationOperations = operationsOf(conversations.acts, {
  list: (call) => ({ conversations: listConversations(accountsOf(call)) }),
  inbound: (call) => inbound(accountsOf(call), call.params[0] ?? "", call.body) ?? {},
});
