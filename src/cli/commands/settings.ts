import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";

/** `settings`, as it is declared: what it does is loaded when it runs. */
export function addSettings(program: Command): void {
  const settings = program.command("settings").description("Show and change what an account may");
  const load = () => import("../actions/settings.ts");
  controlled(settings, "show", "Show the settings of an account", { isDefault: true })
    .option("--account <id>", "Of this account (default: the first)")
    .action(async (values) => (await load()).showSettings(values));
  controlled(settings, "set", "Change a setting of an account")
    .argument("<name>", "Name of the setting")
    .argument("<value>", "Its value: true, false, a word, or JSON")
    .option("--account <id>", "Of this account (default: the first)")
    .action(async (name, value, values) => (await load()).changeSetting(name, value, values));
}
