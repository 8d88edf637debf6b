import { type Command, Option } from "commander";
import { readPort, readText } from "../options/values.ts";

/** `listen`, as it is declared: what it does is loaded when it runs. */
export function addListen(program: Command): void {
  program
    .command("listen")
    .description("Receive deliveries: print them, check their signatures, forward them")
    .option("--port <number>", "Listen on this port; 0 picks any free port", readPort, 4020)
    .addOption(
      new Option("--secret <secret>", "secret_key of the webhook, to check signatures")
        .env("SERVICE_EMULATOR_WEBHOOK_SECRET")
        .argParser(readText),
    )
    .option("--forward-to <url>", "Forward each delivery, and answer what this URL answers")
    .option("--json", "Print JSON lines")
    .action(async (values) => (await import("../actions/listen.ts")).listen(values));
}
