import type { AccountSettingsView } from "../../domain/types.ts";
import { act, columns, subject, theFirst } from "../act.ts";

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const table = {
  rows: (settings: AccountSettingsView) =>
    Object.entries(settings).map(([name, value]) => [name, asText(value)]),
  columns: columns<[string, string]>("SETTING=0", "VALUE=1"),
};

/** JSON where it is some, else a word. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const settings = subject("settings", "Show and change what an account may", {
  show: act({
    on: "GET /_emulator/settings",
    account: theFirst,
    words: "show",
    help: "Show the settings of an account",
    ...table,
  }),
  set: act({
    on: "PATCH /_emulator/settings",
    does: 'changes it: { "webhooks": "oauth-only" }',
    account: theFirst,
    words: "set <name> <value>",
    help: "Change a setting of an account",
    takes: ["Name of the setting", "Its value: true, false, a word, or JSON"],
    sends: ({ name, value }) => ({ [String(name)]: valueOf(String(value)) }),
    ...table,
  }),
});
