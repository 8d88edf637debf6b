import type { Command } from "commander";

/** `init`, as it is declared: what it does is loaded when it runs. */
export function addInit(program: Command): void {
  program
    .command("init")
    .description("write a config, a fixture and a scenario to begin with")
    .argument("[folder]", "where to", ".")
    .option("--force", "overwrite what is there")
    .option("--json", "print JSON")
    .action(async (folder, values) => (await import("../actions/init.ts")).init(folder, values));
}
