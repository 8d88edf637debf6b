import { type Command, Option } from "commander";
import { commandOptions, execOptions, sharedOptions, judging } from "../options/command-options.ts";
import { controlled } from "../options/command-options.ts";
import { configured, withOptions } from "./configured.ts";
import { configOption } from "../options/start-options.ts";
import { readText, readDuration, readPair, readTexts } from "../options/values.ts";
import { readNumber } from "./explore.ts";
import { formatNames } from "../../report/names.ts";
import { readAll } from "./start.ts";
import { expecting } from "../options/expectation-flags.ts";

export function addExec(program: Command): void {
  const exec = program
    .command("exec")
    .description("Run a command against a fresh emulator on a free port")
    .argument("[command...]", "Command to run, after --");
  const options = [...execOptions(), ...commandOptions()];
  options.find((each) => each.name() === "port")?.default(0, "any free one");
  withOptions(exec, [...options, configOption()])
    .option("--compare", "Run the command first twice without faults, to tell retries from calls")
    .option(
      "--expect <requests>",
      "Fail unless these requests arrive, such as 'create-event --times 2'; repeatable",
      readAll,
    )
    .option("--expect-file <path>", "Read the expected requests from this YAML file", readText)
    .option(
      "--scenario <name>",
      "Run this scenario at the same time: a file, or a shipped one",
      readText,
    )
    .option(
      "--har <path>",
      "Write all requests to this file, as an HTTP archive (HAR 1.2)",
      readText,
    )
    .addOption(
      new Option(
        "--report [path]",
        "Grade the client; =FILE writes a .html, .md, .xml or .json file; repeatable",
      )
        .preset(true)
        .argParser(readReport),
    );
  configured(judging(exec), async () => (await import("../actions/exec/exec.ts")).exec);
}

/** Without a file it is for the terminal. */
const readReport = (
  path: string | true,
  before: readonly (string | true)[] = [],
): readonly (string | true)[] => [...before, path === true ? path : readText(path)];

export function addExam(program: Command): void {
  const exam = program
    .command("exam")
    .description("Grade a client under faults that are planned for it")
    .argument("[command...]", "Command to run, after --");
  withOptions(exam, [...sharedOptions(), configOption()])
    .option(
      "--env <name=what>",
      "Set this variable to url, key, company-id, auth-scheme or ca-file; repeatable",
      readPair,
    )
    .option("--budget <duration>", "Stop after this long", readDuration, "60s")
    .option("--jobs <number>", "Runs side by side (default: two for each processor)", readNumber)
    .option("--timeout <duration>", "Longest time of a run", readDuration, "3m")
    .option("--no-skip-waits", "Let waits in Node, Python and Ruby take their time")
    .option("--report <path>", "Write a .html, .md, .xml or .json file; repeatable", readReport);
  configured(judging(exam), async () => (await import("../actions/exam/exam.ts")).examCommand);
}

export function addReport(program: Command): void {
  const help = "Grade what the client did: retries, waits, duplicate writes";
  judging(controlled(program, "report", help))
    .option("--account <id>", "Grade only requests to this account")
    .option("--running", "Don't count pending retries as failures, while the client still runs")
    .addOption(
      new Option("--format <name>", "Print in this format")
        .default(undefined, "text")
        .choices(["text", ...formatNames]),
    )
    .option(
      "--output <path>",
      "Write the report to this .html, .md, .xml or .json file; repeatable",
      readTexts,
    )
    .option("--force", "Overwrite files that another program wrote")
    .action(async (values) => (await import("../actions/verdicts.ts")).report(values));
}

export function addExpect(program: Command): void {
  const help = "Assert how many matching requests were answered";
  expecting(controlled(program, "expect", help)).action(async (operation, values) =>
    (await import("../actions/verdicts.ts")).expectRequests(operation, values),
  );
}
