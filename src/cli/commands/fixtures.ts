import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { readCount, readText, readWebhook, readWhole } from "../options/values.ts";

/** `generate`, as it is declared: what it does is loaded when it runs. */
export function addGenerate(program: Command): void {
  program
    .command("generate")
    .description("Generate a fixture of believable profiles, events and more")
    .option("--profiles <number>", "Number of profiles (default: a tenth of the events)", readCount)
    .option("--events <number>", "Number of events (default: ten times the profiles)", readCount)
    .option("--objects <number>", "Number of objects (default: a tenth of the profiles)", readCount)
    .option("--templates <number>", "Number of templates (default: 4)", readCount)
    .option("--images <number>", "Number of images (default: 4)", readCount)
    .option("--webhook <url>", "Add a webhook that calls this URL", readWebhook)
    .option("--seed <number>", "Seed; the same seed generates the same profiles", readWhole, 1)
    .requiredOption("--output <path>", "Write to this folder, or .yaml or .json file", readText)
    .option("--force", "Overwrite files that another program wrote")
    .option("--json", "Print JSON")
    .action(async (values) => (await import("../actions/generate.ts")).generate(values));
}

/** `seed`, as it is declared: what it does is loaded when it runs. */
export function addSeed(program: Command): void {
  const seed = controlled(program, "seed", "Add fixture files to a running emulator")
    .argument("<files...>", "YAML or JSON fixtures; all are added, or none")
    .action(async (files, values) => (await import("../actions/seed.ts")).seed(files, values));
  seed
    .command("import")
    .description("Convert saved pages or recordings of an account into a fixture")
    .argument(
      "<pages...>",
      "Files with { data, included }, HAR, cassettes, .http, or folders of these",
    )
    .requiredOption("--output <path>", "Write to this folder, or .yaml or .json file", readText)
    .option("--force", "Overwrite files that another program wrote")
    .action(async (pages, _, self: Command) =>
      (await import("../actions/seed-import.ts")).seedImport(pages, self.optsWithGlobals()),
    );
}

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
