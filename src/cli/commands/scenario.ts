import type { Command } from "commander";
import { receiverRuleIds } from "../../emulation/receiver-rules.ts";
import { commandOptions, placeOptions, tokenVariable } from "../options/command-options.ts";
import { declared, withOptions } from "../options/declared.ts";
import { givenTo } from "../options/configure.ts";
import { readSome, readText, readUrl, readWebhook } from "../options/values.ts";

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
  const shared = [...commandOptions(), ...placeOptions()].filter((each) => !said.has(each.name()));
  const own = declared(
    `
  --url <url>  Run against this emulator instead of starting one
  --token <token>  Control token of that emulator
  --port <number>  Port of the emulator it starts (default: any free one)
  --compare  Run the command first twice without faults, to tell retries from calls
  --role <role=name>  Let written, read, walked, revision or token stand for this name; repeatable
  --require-met  Fail if the client does not come to all of the scenario
  --output <path>  Write the verdict as JSON to this file; a receiver's card to .html, .md, .xml or .json
  --junit <path>  Write the verdict as JUnit XML to this file
  --force  Overwrite files that another program wrote
  --json  Print the verdict as JSON; the command's output goes to stderr
  --webhook <url>  receiver: where it takes deliveries
  --read-back <command>  receiver: gets external_ids on stdin, prints those that the receiver has kept
  --kill-after-ack  receiver: kill the command after a 2xx and start it again
  --require <rules>  receiver: fail unless these rules pass`,
    {
      url: readUrl,
      port: readText,
      webhook: readWebhook,
      require: readSome(["all", ...receiverRuleIds]),
    },
    { token: (option) => option.env(tokenVariable) },
  );
  withOptions(scenario.command("run"), [...shared, ...own])
    .description("Start an emulator, run a command against it and grade the client")
    .argument(
      "<scenario>",
      "Scenario file, or the name of a shipped one; receiver: grade a receiver of webhooks",
    )
    .argument("[command...]", "Command to run, after --")
    .action(async (file, words, values, self: Command) => {
      const { runScenario } = await import("../actions/scenario/run.ts");
      return runScenario(file, { words, values, ...givenTo(self) });
    });
}

/** What it says in its own way: its output is a verdict. */
const said = new Set(["json", "log-format", "force"]);
