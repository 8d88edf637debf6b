import type { Command } from "commander";
import { configure } from "../options/configure.ts";
import { configOption, startOptions } from "../options/start-options.ts";

/** `config`, as it is declared: what it does is loaded when it runs. */
export function addConfig(program: Command): void {
  const config = program
    .command("config")
    .description("see what a start would be told, and by what");
  const print = config
    .command("print", { isDefault: true })
    .description(
      "each option, its value, and what said so: flag, variable, file or none (the default)",
    );
  for (const each of startOptions()) print.addOption(each);
  print.addOption(configOption()).action(async (_, command: Command) => {
    const file = await configure(command);
    const { printConfig } = await import("../actions/config-print.ts");
    printConfig(command, file, command.opts<{ json?: boolean }>().json ?? false);
  });
}
