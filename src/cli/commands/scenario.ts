import { type Command, Option } from "commander";
import { receiverRuleIds } from "../../emulation/receiver-rules.ts";
import { commandOptions, placeOptions } from "../options/command-options.ts";
import { withOptions } from "./configured.ts";
import { givenTo } from "../options/configure.ts";
import { readPair, readSome, readText, readUrl, readWebhook, readWord } from "../options/values.ts";

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
  const run = scenario.command("run");
  const options = [...commandOptions(), ...placeOptions()];
  withOptions(
    run,
    options.filter((each) => !said.has(each.name())),
  )
    .description("Start an emulator, run a command against it and grade the client")
    .argument(
      "<scenario>",
      "Scenario file, or the name of a shipped one; receiver: grade a receiver of webhooks",
    )
    .argument("[command...]", "Command to run, after --")
    .option("--url <url>", "Run against this emulator instead of starting one", readUrl)
    .addOption(
      new Option("--token <token>", "Control token of that emulator")
        .env("SERVICE_EMULATOR_CONTROL_TOKEN")
        .argParser(readWord),
    )
    .option("--port <number>", "Port of the emulator it starts (default: any free one)", readText)
    .option("--compare", "Run the command first twice without faults, to tell retries from calls")
    .option(
      "--role <role=name>",
      "Let written, read, walked, revision or token stand for this name; repeatable",
      readPair,
    )
    .option("--require-met", "Fail if the client does not come to all of the scenario")
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
    .option(
      "--require <rules>",
      "receiver: fail unless these rules pass",
      readSome(["all", ...receiverRuleIds]),
    )
    .action(async (file, command, values, self: Command) => {
      const { runScenario } = await import("../actions/scenario/run.ts");
      return runScenario(file, command, values, givenTo(self));
    });
}

/** What it says in its own way: its output is a verdict. */
const said = new Set(["json", "log-format", "force"]);
