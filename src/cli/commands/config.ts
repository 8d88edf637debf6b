import type { Command } from "commander";
import { configure } from "../options/configure.ts";
import { configOption, startOptions } from "../options/start-options.ts";

/** `config`, as it is declared: what it does is loaded when it runs. */
export function addConfig(program: Command): void {
  const config = program.command("config").description("Show the options that start would use");
  const print = config
    .command("print", { isDefault: true })
    .description("Print each option, its value and its source (the default)");
  for (const each of startOptions()) print.addOption(each);
  print.addOption(configOption()).action(async (_, command: Command) => {
    const file = await configure(command);
    const { printConfig } = await import("../actions/config-print.ts");
    printConfig(command, file, command.opts<{ json?: boolean }>().json ?? false);
  });
}
