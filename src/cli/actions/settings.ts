import type { AccountSettingsView } from "../../domain/types.ts";
import { callControl, type ControlValues, narrowed } from "../process/control-client.ts";
import { print } from "../terminal/print.ts";
import { screenWidth } from "../terminal/terminal.ts";
import { tableOf } from "../terminal/table.ts";

interface SettingValues extends ControlValues {
  readonly account?: string;
}

export async function showSettings({ account, ...values }: SettingValues): Promise<void> {
  const path = narrowed("settings", { account });
  print(values.json, await callControl<AccountSettingsView>(values, "GET", path), textOf);
}

export async function changeSetting(
  name: string,
  value: string,
  { account, ...values }: SettingValues,
): Promise<void> {
  const path = narrowed("settings", { account });
  const change = { [name]: valueOf(value) };
  print(values.json, await callControl<AccountSettingsView>(values, "PATCH", path, change), textOf);
}

/** JSON where it is some, else a word. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const textOf = (settings: AccountSettingsView): string =>
  tableOf(
    [
      { head: "SETTING", cell: ([name]: readonly [string, unknown]) => name },
      {
        head: "VALUE",
        cell: ([, value]) => (typeof value === "string" ? value : JSON.stringify(value)),
      },
    ],
    Object.entries(settings),
    screenWidth(),
  );
