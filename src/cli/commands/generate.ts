import type { Command } from "commander";
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
