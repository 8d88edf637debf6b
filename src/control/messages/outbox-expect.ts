import type { Condition } from "../../world/faults/match.ts";
import { messages, statusOf } from "../../domain/messages/records.ts";
import { loadRendering } from "../../domain/rendering/load.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import type { CommitListener } from "../../emulation/rules-of.ts";
import { amountFinding, wholeCount, wordsOf } from "../matchers.ts";
import type { Amount, WhichMessage } from "../types.ts";
import { type Within, eventually } from "../requests/eventually.ts";
import { ExpectationError, evidence } from "../requests/expectation-error.ts";
import { type MessageView, type OutboxRow, messageInList } from "./message-view.ts";
import { outboxRows, whyUnsent } from "./outbox.ts";
import { readAs } from "../read.ts";
import { messageConditions, whichMessageShape } from "./message-matcher.ts";
import { accountsOf } from "../operation.ts";

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

/** Whose outbox it is, and where links lead. */
export interface OutboxScope {
  readonly emulation: Emulation;
  readonly origin: string;
  /** Only of this account. */
  readonly own?: string;
}

/** Expectations on the outbox, as the library has them. */
export function expectMessages(scope: OutboxScope, input: WhichMessage): MessagesExpectation {
  const { emulation, origin, own } = scope;
  const which = readAs(whichMessageShape, input);
  const account = own ?? which.account;
  // Refused at once, if there is none.
  accountsOf({ emulation, account });
  const conditions = messageConditions(which);
  const told = (amount: Amount, late = ""): OutboxRow[] => {
    const all = outboxRows(accountsOf({ emulation, account }));
    const found = all.filter((row) => conditions.every(({ holds }) => holds(row)));
    const words = wordsOf(which, "messages");
    const { passed, message } = amountFinding(words, found.length, amount);
    if (!passed) {
      const why = found.length === 0 ? whyUnsent(accountsOf({ emulation, account }), which) : [];
      throw failed(`${message}${late}`, { all, found, conditions, why }, origin);
    }
    return found;
  };
  const shown = (rows: readonly OutboxRow[]) => rows.map((row) => messageInList(row, origin));
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
      const listen = (heard: () => void) => {
        const look: CommitListener = (_, changes) => {
          for (const { collection } of changes) if (collection.name === messages.name) heard();
        };
        emulation.commitListeners.add(look);
        return () => void emulation.commitListeners.delete(look);
      };
      return shown(await eventually({ emulation, account }, listen, told, amount));
    },
  };
}

/** How many messages of each kind an error has, the last ones: a campaign may go to a hundred thousand. */
const givenMax = 100;

interface Seen {
  readonly all: readonly OutboxRow[];
  readonly found: readonly OutboxRow[];
  readonly conditions: readonly Condition<OutboxRow>[];
  /** Why nothing was sent, as far as that is known. */
  readonly why: readonly string[];
}

function failed(
  what: string,
  { all, found, conditions, why }: Seen,
  origin: string,
): ExpectationError<MessageView> {
  const misses = missesOf(all, conditions);
  const lines = [
    what,
    ...evidence(
      "those that are meant:",
      found.map((row) => lineOf(row)),
    ),
    ...evidence(
      "all but one condition:",
      misses.map(({ row, but }) => lineOf(row, but)),
    ),
    ...(found.length + misses.length === 0
      ? evidence(
          "nothing came near; the last messages:",
          all.map((row) => lineOf(row)),
        )
      : []),
    ...(all.length + found.length === 0 ? ["there was no message"] : []),
    ...why,
  ];
  return new ExpectationError(
    lines.join("\n"),
    found.slice(-givenMax).map((row) => messageInList(row, origin)),
    misses.slice(-givenMax).map(({ row, but }) => ({ entry: messageInList(row, origin), but })),
  );
}

/** What is meant of all that was sent, and what came nearest, in words. */
export function messagesLike(emulation: Emulation, which: WhichMessage) {
  const all = outboxRows(accountsOf({ emulation, account: which.account }));
  const conditions = messageConditions(which);
  return {
    found: all.filter((row) => conditions.every(({ holds }) => holds(row))),
    near: missesOf(all, conditions).map(({ row, but }) => lineOf(row, but).trim()),
  };
}

/** Those that fail one condition and no other. */
const missesOf = (all: readonly OutboxRow[], conditions: readonly Condition<OutboxRow>[]) =>
  all.flatMap((row) => {
    const broken = conditions.filter(({ holds }) => !holds(row));
    const [one] = broken;
    return one === undefined || broken.length > 1 ? [] : [{ row, but: butOf(one, row) }];
  });

/** How much of a value is shown. */
const shownMax = 200;

function butOf({ name, seen }: Condition<OutboxRow>, row: OutboxRow): string {
  const value = String(seen(row) ?? "none").replace(/\s+/g, " ");
  return `${name} was ${value.length > shownMax ? `${value.slice(0, shownMax)}…` : value}`;
}

/** One message, and what became of it: as tests show it. */
function lineOf({ message }: OutboxRow, but = ""): string {
  const { channel, to, subject } = message;
  const about = subject === null ? "" : `  "${subject}"`;
  const why = but === "" ? "" : `  but ${but}`;
  return `  ${channel.padEnd(5)} ${to ?? "deleted"}  ${statusOf(message)}${about}${why}`;
}
