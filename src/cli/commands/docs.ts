import type { Command } from "commander";

/** `docs`, as it is declared: what it does is loaded when it runs. */
export function addDocs(program: Command): void {
  program
    .command("docs")
    .description("Search the documentation, and print the best section")
    .argument("[word...]", "Words to look for")
    .option("--json", "Print JSON")
    .action(async (words, values) => (await import("../actions/docs/docs.ts")).docs(words, values));
}
