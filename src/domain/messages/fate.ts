import { described, number, object, type Infer } from "../../contract/shape.ts";
import type { Account } from "../../world/account.ts";
import { put } from "../../world/store/store.ts";
import { accountSettings } from "../objects/records.ts";
import type { Dice } from "../../world/dice.ts";
import type { Failure, MessageChannel } from "./records.ts";

const rate = (text: string) => described(number({ min: 0, max: 1 }), text);

const shapes = {
  deliver: rate("How many messages are delivered."),
  bounce: rate("How many messages bounce. What is neither delivered nor bounced is dropped."),
  open: rate("How many of the delivered messages are opened."),
  click: rate("How many of the delivered messages are clicked."),
  unsubscribe: rate("How many of the delivered messages are unsubscribed from."),
  spam: rate("How many of the delivered messages are marked as spam."),
};

export const ratesShape = object(shapes);
export const ratesChange = object(
  Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [`${name}?`, shape])),
);
export type Rates = Infer<typeof ratesShape>;

/** Facts: campaigns.md, which guesses them. */
export const defaultRates: Rates = {
  deliver: 0.98,
  bounce: 0.02,
  open: 0.35,
  click: 0.04,
  unsubscribe: 0.003,
  spam: 0.0005,
};

const recordId = "message-rates";

export const ratesOf = (account: Account): Rates =>
  (account.table(accountSettings).get(recordId)?.value as Rates | undefined) ?? defaultRates;

/** Rates with a change, for which `deliver` or `bounce` makes room; undefined: more than all would do either. */
export function changedRates(before: Rates, change: Partial<Rates>): Rates | undefined {
  const { deliver, bounce } = change;
  const rates = { ...before, ...change };
  if (deliver !== undefined && bounce === undefined) {
    return { ...rates, bounce: Math.min(rates.bounce, 1 - deliver) };
  }
  if (bounce !== undefined && deliver === undefined) {
    return { ...rates, deliver: Math.min(rates.deliver, 1 - bounce) };
  }
  return rates.deliver + rates.bounce > 1 + 1e-9 ? undefined : rates;
}

export function setRates(account: Account, value: Rates): void {
  account.commit([put(accountSettings, { id: recordId, seq: account.nextSeq(), value })]);
}

export type Reaction = "open" | "click" | "unsubscribe" | "mark";

export type Coming = { readonly reaction: Reaction; readonly at: number };

const minuteMs = 60_000;
const openMsMean = 120 * minuteMs;
const openMsMax = 3 * 24 * 60 * minuteMs;
/** From there until what else is done about it. */
const actMsMin = 5000;
const actMsMax = 5 * minuteMs;

const hardPart = 0.5;

const reactions: Readonly<Record<MessageChannel, readonly Reaction[]>> = {
  email: ["open", "click", "unsubscribe", "mark"],
  sms: ["click", "unsubscribe"],
  push: ["open"],
  whatsapp: [],
};

/** What becomes of a message, by chance. As many dice are thrown for each: changed rates leave the rest as it was. */
export function fateOf(
  dice: Dice,
  rates: Rates,
  channel: MessageChannel,
  at: number,
): { readonly failure: Failure | null; readonly coming: readonly Coming[] } {
  const [sent, kind, drawn, leaves, marks, late, soon] = Array.from({ length: 7 }, () =>
    dice.fraction(),
  ) as [number, number, number, number, number, number, number];
  if (sent >= rates.deliver) {
    const bounces = sent < rates.deliver + rates.bounce;
    return { failure: bounces ? (kind < hardPart ? "Hard" : "Soft") : "dropped", coming: [] };
  }
  const opening = Math.min(minuteMs - Math.log(1 - late) * openMsMean, openMsMax);
  const acting = actMsMin + soon * (actMsMax - actMsMin);
  // Whoever clicks is among those who open, as far as the rates allow.
  const chosen: Readonly<Record<Reaction, readonly [boolean, number]>> = {
    open: [drawn < rates.open, opening],
    click: [drawn < rates.click, opening + acting],
    unsubscribe: [leaves < rates.unsubscribe, opening + 2 * acting],
    mark: [marks < rates.spam, opening + 3 * acting],
  };
  const coming = reactions[channel].flatMap((reaction) => {
    const [happens, after] = chosen[reaction];
    return happens ? [{ reaction, at: at + Math.round(after) }] : [];
  });
  return { failure: null, coming };
}
