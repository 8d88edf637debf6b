import { type Command, Option } from "commander";
import { readText, readUrl, readWord } from "../options/values.ts";

/** `scenario`, as it is declared: what it does is loaded when it runs. */
export function addScenario(program: Command): void {
  const scenario = program
    .command("scenario")
    .description("run a client against a scripted service");
  scenario
    .command("run")
    .description("boot an emulator, run a command against it, and judge what it did")
    .argument("<scenario>", "a scenario file, or the name of a shipped one")
    .argument("[command...]", "what to run, after --")
    .addOption(
      new Option("--url <url>", "drive this running emulator instead of an own").argParser(readUrl),
    )
    .addOption(
      new Option("--token <token>", "its control token")
        .env("SERVICE_EMULATOR_CONTROL_TOKEN")
        .argParser(readWord),
    )
    .option("--port <number>", "the own emulator's port (default: any free one)", readText)
    .option("--output <path>", "write the verdict as JSON to this file", readText)
    .option("--junit <path>", "write the verdict as JUnit XML to this file", readText)
    .option("--json", "print the verdict as JSON; the command's own output goes to stderr")
    .action(async (file, command, values) =>
      (await import("../actions/scenario-run.ts")).runScenario(file, command, values),
    );
  const load = () => import("../actions/scenario.ts");
  scenario
    .command("list", { isDefault: true })
    .description("the scenarios that come with the package (the default)")
    .option("--json", "print JSON")
    .action(async (values) => (await load()).listScenarios(values));
  scenario
    .command("check")
    .description("say what is wrong with scenario files, with file and line")
    .argument("<files...>", "scenario files, or the names of shipped ones")
    .action(async (files) => (await load()).checkScenarios(files));
  scenario
    .command("show")
    .description("print a scenario that comes with the package")
    .argument("<scenario>", "its name, as scenario list shows it")
    .action(async (name) => (await load()).showScenario(name));
}
