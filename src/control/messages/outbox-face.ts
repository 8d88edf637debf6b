import type { Condition } from "../../world/faults/match.ts";
import { messages, statusOf } from "../../domain/messages/records.ts";
import { loadRendering } from "../../domain/rendering/load.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import type { Account } from "../../world/account.ts";
import { amountFinding, wholeCount, wordsOf } from "../matchers.ts";
import type { Amount, WhichMessage } from "../types.ts";
import { type Within, eventually, ExpectationError, evidence } from "../requests/expectation.ts";
import { messageInList, messageConditions, whichMessageShape } from "./message-view.ts";
import type { MessageView, OutboxRow, WholeMessageView } from "./message-view.ts";
import { outboxRows, whyUnsent, getMessage, listedRows, messageById } from "./outbox.ts";
import type { MessageFilter } from "./outbox.ts";
import { readAs } from "../read.ts";
import { accountsOf, everyAccountOf } from "../operation.ts";
import { react } from "../../domain/messages/happen.ts";
import { type LinkAct, meantLink, type WhichLink } from "./meant.ts";

/** What is expected of such messages. Each act rejects with an ExpectationError if it is not so. */
export interface MessagesExpectation {
  /** There were exactly so many. @returns them */
  times(count: number): Promise<MessageView[]>;
  /** There was none. */
  never(): Promise<void>;
  atLeast(count: number): Promise<MessageView[]>;
  atMost(count: number): Promise<MessageView[]>;
  /** Waits until there are so many (default: at least one), for so long on the emulator's clock. */
  eventually(amount?: Within): Promise<MessageView[]>;
}

export interface OutboxScope {
  readonly emulation: Emulation;
  readonly origin: string;
  /** Only of this account. */
  readonly own?: string;
}

function expectMessages(scope: OutboxScope, input: WhichMessage): MessagesExpectation {
  const { emulation, origin, own } = scope;
  const which = readAs(whichMessageShape, input);
  const account = own ?? which.account;
  // Refused at once, if there is none.
  accountsOf({ emulation, account });
  const conditions = messageConditions(which);
  const shown = (rows: readonly OutboxRow[]) => rows.map((row) => messageInList(row, origin));
  const told = (amount: Amount, late = ""): OutboxRow[] => {
    const accounts = accountsOf({ emulation, account });
    const seen = seenOf(accounts, conditions);
    const { found, misses } = seen;
    const { passed, message } = amountFinding(wordsOf(which, "messages"), found.length, amount);
    if (passed) return [...found];
    const why = found.length === 0 ? whyUnsent(accounts, which) : [];
    const last = misses.slice(-givenMax);
    throw new ExpectationError(
      [`${message}${late}`, ...evidence("message", seen, lineOf), ...why].join("\n"),
      shown(found.slice(-givenMax)),
      last.map(({ row, but }) => ({ entry: messageInList(row, origin), but })),
    );
  };
  const check = async (amount: Amount) => {
    await loadRendering();
    return shown(told(amount));
  };
  return {
    times: async (count) => check({ count: wholeCount(count) }),
    never: async () => void (await check({ count: 0 })),
    atLeast: async (min) => check({ min: wholeCount(min) }),
    atMost: async (max) => check({ max: wholeCount(max) }),
    async eventually(amount) {
      await loadRendering();
      const listen = (heard: () => void) =>
        emulation.commitListeners.listen((_, changes) => {
          for (const { collection } of changes) if (collection.name === messages.name) heard();
        });
      return shown(await eventually({ emulation, account }, listen, told, amount));
    },
  };
}

/** How many messages of each kind an error has, the last ones: a campaign may go to a hundred thousand. */
const givenMax = 100;

/** What is meant of all that was sent, and what came nearest, in words. */
export function messagesLike(emulation: Emulation, which: WhichMessage) {
  const accounts = accountsOf({ emulation, account: which.account });
  const { found, misses } = seenOf(accounts, messageConditions(which));
  return { found, near: misses.map(({ row, but }) => lineOf(row, but).trim()) };
}

function seenOf(accounts: readonly Account[], conditions: readonly Condition<OutboxRow>[]) {
  const all = outboxRows(accounts);
  const found: OutboxRow[] = [];
  const misses: { readonly row: OutboxRow; readonly but: string }[] = [];
  for (const row of all) {
    const [one, another] = conditions.filter(({ holds }) => !holds(row));
    if (one === undefined) found.push(row);
    else if (another === undefined) misses.push({ row, but: butOf(one, row) });
  }
  return { all, found, misses };
}

const shownMax = 200;

function butOf({ name, seen }: Condition<OutboxRow>, row: OutboxRow): string {
  const value = String(seen(row) ?? "none").replace(/\s+/g, " ");
  return `${name} was ${value.length > shownMax ? `${value.slice(0, shownMax)}…` : value}`;
}

function lineOf({ message }: OutboxRow, but = ""): string {
  const { channel, to, subject } = message;
  const about = subject === null ? "" : `  "${subject}"`;
  const why = but === "" ? "" : `  but ${but}`;
  return `  ${channel.padEnd(5)} ${to ?? "deleted"}  ${statusOf(message)}${about}${why}`;
}

/** The messages that were sent, as the library has them. An id may be given by its beginning. */
export interface OutboxFace {
  /** Returns the newest of them, oldest first. */
  list(filter?: MessageFilter): Promise<MessageView[]>;
  /** Returns a message with its text and HTML as they were rendered. */
  get(id: string): Promise<WholeMessageView>;
  /**
   * Clicks a link of a message, as its person would: 1 is the first (default); or its target, in which * matches anything.
   *
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
  const about = { emulation, account: own };
  const act = async (id: string, reaction: LinkAct, which?: WhichLink) => {
    await loadRendering();
    const row = messageById(everyAccountOf(about), id);
    const { account, message } = row;
    const { target } = meantLink(messageInList(row, origin), reaction, which);
    const url = target ?? undefined;
    account.aside(() => react(account, message, { reaction, url }, account.clock.now()));
    return messageInList(messageById([account], message.id), origin);
  };
  return {
    list: async (filter = {}) => {
      const rows = await listedRows({ emulation, account: own ?? filter.account }, filter);
      return rows.map((row) => messageInList(row, origin));
    },
    get: async (id) => getMessage(about, id, origin),
    click: async (id, link) => act(id, "click", link),
    open: async (id) => act(id, "open"),
    unsubscribe: async (id) => act(id, "unsubscribe"),
    expect: (which) => expectMessages(scope, which),
  };
}
