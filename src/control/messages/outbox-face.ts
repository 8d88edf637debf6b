import { accountsOf, singleAccount } from "../operation.ts";
import { react } from "../../domain/messages/happen.ts";
import { loadRendering } from "../../domain/rendering/load.ts";
import { type LinkAct, meantLink, type WhichLink } from "./meant.ts";
import { messageInList, type MessageView, type WholeMessageView } from "./message-view.ts";
import { getMessage, listMessages, messageById, type MessageFilter } from "./outbox.ts";
import { expectMessages, type MessagesExpectation, type OutboxScope } from "./outbox-expect.ts";
import type { WhichMessage } from "../types.ts";

/** The messages that were sent, as the library has them. An id may be given by its beginning. */
export interface OutboxFace {
  /** Returns the newest of them, oldest first. */
  list(filter?: MessageFilter): Promise<MessageView[]>;
  /** Returns a message with its text and HTML as they were rendered. */
  get(id: string): Promise<WholeMessageView>;
  /**
   * Clicks a link of a message, as its person would.
   *
   * @param link which: 1 is the first; or its target, in which * matches anything. Default: 1
   * @throws ControlError if there is no such link, or nobody got the message
   */
  click(id: string, link?: WhichLink): Promise<MessageView>;
  /** Opens a message, as its person would. */
  open(id: string): Promise<MessageView>;
  /** Unsubscribes by the link of a message, as its person would. */
  unsubscribe(id: string): Promise<MessageView>;
  /** Which messages are meant; say then how many: `await ….times(1)`, `.never()`, `.atLeast(1)`, … */
  expect(which: WhichMessage): MessagesExpectation;
}

export function outboxFace(scope: OutboxScope): OutboxFace {
  const { emulation, origin, own } = scope;
  const every = () =>
    own === undefined ? [...emulation.world.everyAccount()] : [singleAccount(emulation.world, own)];
  const act = async (id: string, reaction: LinkAct, which?: WhichLink) => {
    await loadRendering();
    const row = messageById(every(), id);
    const { account, message } = row;
    const { target } = meantLink(messageInList(row, origin), reaction, which);
    const url = target ?? undefined;
    account.aside(() => react(account, message, { reaction, url }, account.clock.now()));
    return messageInList(messageById([account], message.id), origin);
  };
  return {
    list: async (filter = {}) =>
      listMessages(() => accountsOf({ emulation, account: own ?? filter.account }), filter, origin),
    get: async (id) => getMessage(every, id, origin),
    click: async (id, link) => act(id, "click", link),
    open: async (id) => act(id, "open"),
    unsubscribe: async (id) => act(id, "unsubscribe"),
    expect: (which) => expectMessages(scope, which),
  };
}
