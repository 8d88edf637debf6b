import { changeSettings, settingsChange, settingsOf, settingsShape } from "../domain/settings.ts";
import type { AccountSettingsView } from "../domain/types.ts";
import type { Emulation } from "../emulation/emulation.ts";
import type { Account } from "../world/account.ts";
import { operationsOf } from "./act.ts";
import { settings, rates } from "./acts/settings.ts";
import { accountOf, oneAccount } from "./operation.ts";
import { readAs } from "./read.ts";
import { changedRates, ratesChange, ratesOf, ratesShape } from "../domain/messages/fate.ts";
import { setRates, type Rates } from "../domain/messages/fate.ts";
import { ControlError } from "../emulation/problem.ts";

/** What accounts may, as the library has it. Without a company id, it is about the first account. */
export interface SettingsFace {
  /** Returns every setting of an account. */
  show(account?: string): AccountSettingsView;
  /** Changes those that are given. They are part of the state: a reset takes them back. */
  set(change: Partial<AccountSettingsView>, account?: string): AccountSettingsView;
}

function changed(account: Account, change: unknown): AccountSettingsView {
  const read = readAs(settingsChange, change);
  account.aside(() => changeSettings(account, read));
  return settingsOf(account);
}

export const settingsFace = (emulation: Emulation): SettingsFace => ({
  show: (id) => settingsOf(oneAccount(emulation.world, id)),
  set: (change, id) => changed(oneAccount(emulation.world, id), change),
});

export const settingOperations = operationsOf(settings.acts, {
  show: { answer: settingsShape, run: (call) => settingsOf(accountOf(call)) },
  set: {
    body: settingsChange,
    answer: settingsShape,
    run: (call) => changed(accountOf(call), call.body),
  },
});

/** What becomes of messages, as the library has it. Without a company id, it is about the first account. */
export interface RatesFace {
  /** Returns the rates of an account, each from 0 to 1. */
  show(account?: string): Rates;
  /**
   * Changes those that are given, for messages to come. They are part of the state: a reset takes them back.
   *
   * @throws ControlError for a rate outside 0 to 1, and for `deliver` and `bounce` above 1 together
   */
  set(change: Partial<Rates>, account?: string): Rates;
}

function alter(account: Account, input: unknown): Rates {
  const change: Partial<Rates> = readAs(ratesChange, input);
  const changed = changedRates(ratesOf(account), change);
  if (changed === undefined) {
    const { deliver = 0, bounce = 0 } = change;
    const most = Number((1 - deliver).toFixed(9));
    throw new ControlError(
      `${bounce} with deliver ${deliver} is more than 1 together: set bounce to ${most} or less, or lower deliver`,
      "bounce",
    );
  }
  account.aside(() => setRates(account, changed));
  return ratesOf(account);
}

export const ratesFace = (emulation: Emulation): RatesFace => ({
  show: (id) => ratesOf(oneAccount(emulation.world, id)),
  set: (change, id) => alter(oneAccount(emulation.world, id), change),
});

export const rateOperations = operationsOf(rates.acts, {
  show: { answer: ratesShape, run: (call) => ratesOf(accountOf(call)) },
  set: { answer: ratesShape, body: ratesChange, run: (call) => alter(accountOf(call), call.body) },
});
