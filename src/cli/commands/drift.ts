import type { Command } from "commander";
import { controlOptions } from "../options/controlled.ts";
import { readText } from "../options/values.ts";

/** `drift`, as it is declared: what it does is loaded when it runs. */
export function addDrift(program: Command): void {
  const drift = program
    .command("drift")
    .description("Compare a published OpenAPI document with what the emulator does")
    .argument("<document>", "OpenAPI 3 document, as JSON or YAML")
    .option(
      "--revision <revision>",
      "Revision to compare with (default: the document's, else the newest)",
      readText,
    )
    .option(
      "--recording <file>",
      "Show first what the requests of this recording meet: HAR, cassettes or .http",
      readText,
    )
    .option("--journal", "Show first what the requests of a running emulator meet")
    .option("--ratchet <path>", "Fail only on differences that are not in this file", readText);
  for (const each of controlOptions()) drift.addOption(each);
  drift.action(async (document, values) =>
    (await import("../actions/drift/drift.ts")).driftCommand(document, values),
  );
}
