import type { Command } from "commander";

/** `truth`, as it is declared: what it does is loaded when it runs. */
export function addTruth(program: Command): void {
  program
    .command("truth")
    .description("Show which behavior of the service is a guess")
    .argument("[operation|area]", "Only this operation or area")
    .option("--json", "Print JSON")
    .action(async (what, values) => (await import("../actions/truth.ts")).printTruth(what, values));
}
