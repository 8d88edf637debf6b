import { type Command, Option } from "commander";
import type { UpgradeValues } from "../actions/upgrade.ts";
import { configure, givenTo } from "../options/configure.ts";
import { commandOptions } from "../options/command-options.ts";
import { controlOptions } from "../options/controlled.ts";
import { configOption } from "../options/start-options.ts";

/** `upgrade`, as it is declared: what it does is loaded when it runs. */
export function addUpgrade(program: Command): void {
  const upgrade = program
    .command("upgrade")
    .description("Show what of a client breaks with another revision")
    .argument("[command...]", "Command to run, after --")
    .requiredOption("--to <revision>", "The revision to go to, such as 2026-07-15")
    .addOption(new Option("--journal", "Look at the requests of a running emulator"))
    .option("--recording <path>", "Look at the requests of a recording: HAR, cassettes, .http");
  for (const each of commandOptions()) {
    upgrade.addOption(each.name() === "timeout" ? each.default("30s") : each);
  }
  for (const each of controlOptions()) if (each.name() !== "json") upgrade.addOption(each);
  upgrade
    .addOption(configOption())
    .action(async (command: readonly string[], _: UpgradeValues, self: Command) => {
      await configure(self);
      const { upgradeCommand } = await import("../actions/upgrade.ts");
      return upgradeCommand(command, self.opts<UpgradeValues>(), givenTo(self).sourceOf);
    });
}
