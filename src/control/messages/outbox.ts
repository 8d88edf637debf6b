import { operationsOf } from "../act.ts";
import { limitDefault, limitMax, outbox } from "../acts/messages.ts";
import { described, integer, object } from "../../contract/shape.ts";
import { messages } from "../../domain/messages/records.ts";
import { loadRendering } from "../../domain/rendering/load.ts";
import type { Account } from "../../world/account.ts";
import { mailPage } from "./links.ts";
import { meantRecord } from "./meant.ts";
import { messageInList, wholeMessage, messageConditions } from "./message-view.ts";
import { whichMessageMembers, type OutboxRow } from "./message-view.ts";
import { type About, accountsOf, everyAccountOf } from "../operation.ts";
import { listed, LongText } from "../pieces.ts";
import { readAs } from "../read.ts";
import type { WhichMessage } from "../types.ts";
import { profiles } from "../../domain/resources/profile.ts";
import { type SkipReason, whyNot } from "../../domain/messages/audience.ts";

const words: Readonly<Record<SkipReason, string>> = {
  "no-address": "has no address for it",
  "no-consent": "has not consented, or has unsubscribed",
  suppressed: "is suppressed",
  "left-list": "left the list",
  "smart-sending": "was sent another a short time ago",
  "no-coupon-code": "finds no code left of a coupon",
};

/** Why nobody sends a message to the address that is expected, as far as its person is the reason; one line for each. */
export function whyUnsent(accounts: readonly Account[], { to, channel }: WhichMessage): string[] {
  if (to === undefined) return [];
  const wanted = to.toLowerCase();
  const by = channel ?? (to.includes("@") ? "email" : "sms");
  return accounts.flatMap((account) => {
    const profile = [...account.table(profiles).all()].find(
      ({ email, phone_number }) => email?.toLowerCase() === wanted || phone_number === to,
    );
    if (profile === undefined) return [];
    const now = account.clock.now();
    const why = whyNot(account, profile, { channel: by, smartSending: false }, now);
    return why === undefined ? [] : [`${to} cannot be sent ${by} now: the profile ${words[why]}`];
  });
}

const filterShape = object({
  ...whichMessageMembers,
  "limit?": described(
    integer({ min: 1, max: limitMax }),
    `This many, the newest. Default: ${limitDefault}.`,
  ),
});

export interface MessageFilter extends WhichMessage {
  /** Only so many, the newest: 1000 at most. Default: 100. */
  readonly limit?: number;
}

export const outboxRows = (accounts: readonly Account[]): OutboxRow[] =>
  accounts
    .flatMap((account) =>
      Array.from(account.table(messages).scan(["at"]), (message) => ({ account, message })),
    )
    .sort((a, b) => a.message.at - b.message.at);

/** The newest of those that pass, the oldest of them first. The template language must have been loaded. */
function newest(accounts: readonly Account[], { limit = limitDefault, ...which }: MessageFilter) {
  const conditions = messageConditions(which);
  const found: OutboxRow[] = [];
  for (const account of accounts) {
    let left = limit;
    for (const message of account.table(messages).scan(["at"], { descending: true })) {
      if (left === 0) break;
      const row = { account, message };
      if (!conditions.every(({ holds }) => holds(row))) continue;
      found.push(row);
      left -= 1;
    }
  }
  return found
    .sort((a, b) => a.message.at - b.message.at || a.message.seq - b.message.seq)
    .slice(-limit);
}

/** The rows that a filter asks for. Each can be rendered from then on. */
export async function listedRows(about: About, input: unknown): Promise<OutboxRow[]> {
  const filter = readAs(filterShape, input);
  await loadRendering();
  return newest(accountsOf(about), filter);
}

/** The message that is meant by its id, or by the beginning of it. @throws ControlError */
export function messageById(accounts: readonly Account[], given: string): OutboxRow {
  const { account, record: message } = meantRecord(accounts, messages, "message", given);
  return { account, message };
}

export async function getMessage(about: About, id: string, origin: string) {
  await loadRendering();
  return wholeMessage(messageById(everyAccountOf(about), id), origin);
}

export const outboxOperations = operationsOf(outbox.acts, {
  list: {
    query: filterShape,
    run: async (call) => {
      const rows = await listedRows(call, call.query);
      return new LongText(listed("messages", rows, (row) => messageInList(row, call.origin)));
    },
  },
  show: (call) => getMessage(call, call.id, call.origin),
  page: async (call) => mailPage(await getMessage(call, call.id, call.origin)),
});
