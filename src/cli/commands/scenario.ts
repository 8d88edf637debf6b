import { type Command, Option } from "commander";
import { readReceiverRules } from "../options/receiver-options.ts";
import {
  readDuration,
  readText,
  readUrl,
  readWebhook,
  readWhole,
  readWord,
} from "../options/values.ts";

/** `scenario`, as it is declared: what it does is loaded when it runs. */
export function addScenario(program: Command): void {
  const scenario = program
    .command("scenario")
    .description("Run a client against a scripted service");
  addRun(scenario);
  const load = () => import("../actions/scenario/scenario.ts");
  scenario
    .command("list", { isDefault: true })
    .description("List the shipped scenarios (the default)")
    .option("--json", "Print JSON")
    .action(async (values) => (await load()).listScenarios(values));
  scenario
    .command("check")
    .description("Check scenario files, and print errors with file and line")
    .argument("<files...>", "Scenario files, or names of shipped ones")
    .action(async (files) => (await load()).checkScenarios(files));
  scenario
    .command("show")
    .description("Print a shipped scenario")
    .argument("<scenario>", "Name, as printed by scenario list")
    .action(async (name) => (await load()).showScenario(name));
}

function addRun(scenario: Command): void {
  scenario
    .command("run")
    .description("Start an emulator, run a command against it and grade the client")
    .argument(
      "<scenario>",
      "Scenario file, or the name of a shipped one; receiver: grade a receiver of webhooks",
    )
    .argument("[command...]", "Command to run, after --")
    .addOption(
      new Option("--url <url>", "Run against this emulator instead of starting one").argParser(
        readUrl,
      ),
    )
    .addOption(
      new Option("--token <token>", "Control token of that emulator")
        .env("SERVICE_EMULATOR_CONTROL_TOKEN")
        .argParser(readWord),
    )
    .option("--port <number>", "Port of the emulator it starts (default: any free one)", readText)
    .option("--skip-waits", "Let the waits of a Node command take no time")
    .option("--compare", "Run the command first twice without faults, to tell retries from calls")
    .option(
      "--timeout <duration>",
      "Stop the command after this long, with exit code 124",
      readDuration,
    )
    .option(
      "--output <path>",
      "Write the verdict as JSON to this file; a receiver's card to .html, .md, .xml or .json",
      readText,
    )
    .option("--junit <path>", "Write the verdict as JUnit XML to this file", readText)
    .option("--force", "Overwrite files that another program wrote")
    .option("--json", "Print the verdict as JSON; the command's output goes to stderr")
    .option("--webhook <url>", "receiver: where it takes deliveries", readWebhook)
    .option(
      "--read-back <command>",
      "receiver: gets external_ids on stdin, prints those that the receiver has kept",
      readText,
    )
    .option("--kill-after-ack", "receiver: kill the command after a 2xx and start it again")
    .option("--require <rules>", "receiver: fail unless these rules pass", readReceiverRules)
    .option("--seed <number>", "receiver: order of the exam", readWhole)
    .option("--vendor-name <name>", "receiver: the service's own name in headers", readWord)
    .action(async (file, command, values) =>
      (await import("../actions/scenario/run.ts")).runScenario(file, command, values),
    );
}
