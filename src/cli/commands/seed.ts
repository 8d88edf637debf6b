import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { readText } from "../options/values.ts";

/** `seed`, as it is declared: what it does is loaded when it runs. */
export function addSeed(program: Command): void {
  const seed = controlled(program, "seed", "add fixture files to a running emulator")
    .argument("<files...>", "YAML or JSON; all of it is added, or nothing")
    .action(async (files, values) => (await import("../actions/seed.ts")).seed(files, values));
  seed
    .command("import")
    .description("make a fixture of pages of JSON:API, saved from an account")
    .argument("<pages...>", "files with { data, included } of profiles, events, metrics, lists")
    .requiredOption("--output <path>", "a folder, or a .yaml or .json file", readText)
    .action(async (pages, _, self: Command) =>
      (await import("../actions/seed-import.ts")).seedImport(pages, self.optsWithGlobals()),
    );
}
