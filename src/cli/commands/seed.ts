import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { readText } from "../options/values.ts";

/** `seed`, as it is declared: what it does is loaded when it runs. */
export function addSeed(program: Command): void {
  const seed = controlled(program, "seed", "Add fixture files to a running emulator")
    .argument("<files...>", "YAML or JSON fixtures; all are added, or none")
    .action(async (files, values) => (await import("../actions/seed.ts")).seed(files, values));
  seed
    .command("import")
    .description("Convert saved JSON:API pages of an account into a fixture")
    .argument("<pages...>", "Files with { data, included } of profiles, events, metrics, lists")
    .requiredOption("--output <path>", "Write to this folder, or .yaml or .json file", readText)
    .option("--force", "Overwrite files that another program wrote")
    .action(async (pages, _, self: Command) =>
      (await import("../actions/seed-import.ts")).seedImport(pages, self.optsWithGlobals()),
    );
}
