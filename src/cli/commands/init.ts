import type { Command } from "commander";

/** `init`, as it is declared: what it does is loaded when it runs. */
export function addInit(program: Command): void {
  program
    .command("init")
    .description("Create a config, a fixture and a scenario to start from")
    .argument("[folder]", "Folder to create them in", ".")
    .option("--force", "Overwrite existing files")
    .option("--json", "Print JSON")
    .action(async (folder, values) => (await import("../actions/init.ts")).init(folder, values));
}
