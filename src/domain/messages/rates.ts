import { described, number, object, type Infer } from "../../contract/shape.ts";
import type { Account } from "../../world/account.ts";
import { put } from "../../world/store/store.ts";
import { accountSettings } from "../objects/records.ts";

const rate = (text: string) => described(number({ min: 0, max: 1 }), text);

/** What becomes of messages, by chance: each from 0 to 1. */
const shapes = {
  deliver: rate("How many messages are delivered."),
  bounce: rate("How many messages bounce. What is neither delivered nor bounced is dropped."),
  open: rate("How many of the delivered messages are opened."),
  click: rate("How many of the delivered messages are clicked."),
  unsubscribe: rate("How many of the delivered messages are unsubscribed from."),
  spam: rate("How many of the delivered messages are marked as spam."),
};

/** Rates as a whole, and some of them. */
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

/** The rates of an account as they are now. */
export const ratesOf = (account: Account): Rates =>
  (account.table(accountSettings).get(recordId)?.value as Rates | undefined) ?? defaultRates;

/**
 * The rates with some of them changed. Of `deliver` and `bounce`, the one that is not given makes room for the other.
 *
 * @returns undefined where more than all would be delivered or bounce
 */
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

/** Sets what becomes of the messages that are sent from now on. */
export function setRates(account: Account, value: Rates): void {
  account.commit([put(accountSettings, { id: recordId, seq: account.nextSeq(), value })]);
}
