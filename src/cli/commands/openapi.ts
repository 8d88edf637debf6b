import type { Command } from "commander";
import { defaultUrl, option } from "../options/start-options.ts";
import { readText, readUrl } from "../options/values.ts";

/** `openapi`, as it is declared: what it does is loaded when it runs. */
export function addOpenApi(program: Command): void {
  program
    .command("openapi")
    .description("print the service as an OpenAPI 3.1 document")
    .option("--revision <revision>", "such as 2025-10-15 (default: the newest)", readText)
    .option("--control", "instead, the emulator's own API under /_emulator")
    .addOption(
      option("--url <url>", "where it says that the service is", readUrl).default(defaultUrl),
    )
    .action(async (values) => (await import("../actions/openapi.ts")).printOpenApi(values));
}
