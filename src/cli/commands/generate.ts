import type { Command } from "commander";
import { readCount, readText, readWhole } from "../options/values.ts";

/** `generate`, as it is declared: what it does is loaded when it runs. */
export function addGenerate(program: Command): void {
  program
    .command("generate")
    .description("write believable people and events as a fixture, to change and to keep")
    .option("--profiles <number>", "so many (default: a tenth of the events)", readCount)
    .option("--events <number>", "so many (default: ten times the profiles)", readCount)
    .option("--seed <number>", "the same seed gives the same people", readWhole, 1)
    .requiredOption("--output <path>", "a folder, or a .yaml or .json file", readText)
    .option("--json", "print JSON")
    .action(async (values) => (await import("../actions/generate.ts")).generate(values));
}
