import type { Command } from "commander";
import { readDuration, readText } from "../options/values.ts";

/** `record`, as it is declared: what it does is loaded when it runs. */
export function addRecord(program: Command): void {
  program
    .command("record")
    .description("Run a command against the real service, and record it without secrets")
    .argument("[command...]", "Command to run, after --")
    .requiredOption("--to <folder>", "Write recording.har into this folder", readText)
    .option("--intercept <host>", "Record what the command sends to this host", readText)
    .option("--target <url>", "Pass what is sent to SERVICE_EMULATOR_URL to this service", readText)
    .option(
      "--timeout <duration>",
      "Stop the command after this long, with exit code 124",
      readDuration,
    )
    .action(async (command, values) =>
      (await import("../actions/record.ts")).record(command, values),
    );
}
