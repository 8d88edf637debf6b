import type { Command } from "commander";
import { defaultUrl, option } from "../options/start-options.ts";
import { readText, readUrl } from "../options/values.ts";

/** `openapi`, as it is declared: what it does is loaded when it runs. */
export function addOpenApi(program: Command): void {
  program
    .command("openapi")
    .description("Print the service's OpenAPI 3.1 document")
    .option("--revision <revision>", "Revision such as 2025-10-15 (default: the newest)", readText)
    .option("--control", "Print the document of the emulator's own API (/_emulator)")
    .addOption(
      option("--url <url>", "Server URL to write into the document", readUrl).default(defaultUrl),
    )
    .action(async (values) => (await import("../actions/openapi.ts")).printOpenApi(values));
}
