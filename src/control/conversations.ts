import { object, string } from "../contract/shape.ts";
import { findConversation } from "../domain/conversations.ts";
import { write } from "../domain/messages/inbound.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { unknownId } from "../emulation/problem.ts";
import type { Account } from "../world/account.ts";
import { accountsOf, type ControlOperation, ofAccount } from "./operation.ts";
import { readAs } from "./read.ts";

const shape = object({ text: string({ minLength: 1, maxLength: 1600 }) });

/** What the other person writes in a conversation. */
export interface ConversationsFace {
  /**
   * Has the person of a conversation write a text, as if from their phone. `STOP` unsubscribes them.
   *
   * @param id of the conversation, as the API shows it
   */
  inbound(id: string, message: { text: string }): void;
}

function inbound(accounts: readonly Account[], id: string, message: unknown): void {
  const { text } = readAs(shape, message);
  for (const account of accounts) {
    const found = findConversation(account, id);
    if (found === undefined) continue;
    return account.aside(() => write(account, found, text, account.clock.now()));
  }
  throw unknownId("conversation", id);
}

export const conversationsFace = (emulation: Emulation): ConversationsFace => ({
  inbound: (id, message) => inbound([...emulation.world.everyAccount()], id, message),
});

export const conversationOperations: readonly ControlOperation[] = [
  {
    method: "POST",
    path: "/_emulator/conversations/{id}/inbound",
    does: 'has the person of a conversation write: { "text" }',
    query: ofAccount,
    body: shape,
    status: 202,
    run: (call) => inbound(accountsOf(call), call.params[0] ?? "", call.body) ?? {},
  },
];
