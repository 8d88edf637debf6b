import { object } from "../../contract/shape.ts";
import type { AccountSettingsView } from "../../domain/settings.ts";
import { act, type Column, command, ofOneAccount } from "../act.ts";

const query = object(ofOneAccount);

/** JSON where it is some, else a word. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const rows = (settings: AccountSettingsView) => Object.entries(settings);
const columns: readonly Column<[string, unknown]>[] = [
  { head: "SETTING", cell: ([name]) => name },
  {
    head: "VALUE",
    cell: ([, value]) => (typeof value === "string" ? value : JSON.stringify(value)),
  },
];

export const settings = {
  name: "settings",
  does: "Show and change what an account may",
  acts: {
    show: act("GET /_emulator/settings", "what an account may", {
      query,
      command: command("show", "Show the settings of an account", {
        isDefault: true,
        rows,
        columns,
      }),
    }),
    set: act("PATCH /_emulator/settings", 'changes it: { "webhooks": "oauth-only" }', {
      query,
      command: command("set", "Change a setting of an account", {
        takes: {
          "<name>": "Name of the setting",
          "<value>": "Its value: true, false, a word, or JSON",
        },
        sends: ({ name, value }) => ({ [String(name)]: valueOf(String(value)) }),
        rows,
        columns,
      }),
    }),
  },
};
