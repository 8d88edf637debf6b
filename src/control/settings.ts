import { changeSettings, settingsChange, settingsOf, settingsShape } from "../domain/settings.ts";
import type { AccountSettingsView } from "../domain/types.ts";
import type { Emulation } from "../emulation/emulation.ts";
import type { Account } from "../world/account.ts";
import { operationsOf } from "./act.ts";
import { settings } from "./acts/settings.ts";
import { accountOf, oneAccount } from "./operation.ts";
import { readAs } from "./read.ts";

/** What accounts may, as the library has it. Without a company id, it is about the first account. */
export interface SettingsFace {
  /** Returns every setting of an account. */
  show(account?: string): AccountSettingsView;
  /** Changes those that are given. They are part of the state: a reset takes them back. */
  set(change: Partial<AccountSettingsView>, account?: string): AccountSettingsView;
}

function set(account: Account, change: unknown): AccountSettingsView {
  const read = readAs(settingsChange, change);
  account.aside(() => changeSettings(account, read));
  return settingsOf(account);
}

export const settingsFace = (emulation: Emulation): SettingsFace => ({
  show: (id) => settingsOf(oneAccount(emulation.world, id)),
  set: (change, id) => set(oneAccount(emulation.world, id), change),
});

export const settingOperations = operationsOf(settings.acts, {
  show: { answer: settingsShape, run: (call) => settingsOf(accountOf(call)) },
  set: {
    body: settingsChange,
    answer: settingsShape,
    run: (call) => set(accountOf(call), call.body),
  },
});
