import type { Command } from "commander";
import { commandOptions, execOptions, sharedOptions, judging } from "../options/command-options.ts";
import { controlled } from "../options/command-options.ts";
import { declared, withOptions } from "../options/declared.ts";
import { configured } from "../options/configure.ts";
import { configOption } from "../options/start-options.ts";
import { readAll, readText, readTexts } from "../options/values.ts";
import { readNumber } from "./explore.ts";
import { formatNames } from "../../report/names.ts";
import { expecting } from "../options/expectation-flags.ts";

export function addExec(program: Command): void {
  const exec = program
    .command("exec")
    .description("Run a command against a fresh emulator on a free port")
    .argument("[command...]", "Command to run, after --");
  const options = [...execOptions(), ...commandOptions()];
  options.find((each) => each.name() === "port")?.default(0, "any free one");
  const own = declared(
    `
  --compare  Run the command first twice without faults, to tell retries from calls
  --expect <requests>  Fail unless these requests arrive, such as 'create-event --times 2'; repeatable
  --expect-file <path>  Read the expected requests from this YAML file
  --scenario <name>  Run this scenario at the same time: a file, or a shipped one
  --har <path>  Write all requests to this file, as an HTTP archive (HAR 1.2)
  --report [path]  Grade the client; =FILE writes a .html, .md, .xml or .json file; repeatable`,
    { expect: readAll, scenario: readText, report: readReport },
    { report: (option) => option.preset(true) },
  );
  withOptions(exec, [...options, configOption(), ...own]);
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
  const own = declared(
    `
  --env <name=what>  Set this variable to url, key, company-id, auth-scheme or ca-file; repeatable
  --budget <duration>  Stop after this long
  --jobs <number>  Runs side by side (default: two for each processor)
  --timeout <duration>  Longest time of a run
  --no-skip-waits  Let waits in Node, Python and Ruby take their time
  --report <path>  Write a .html, .md, .xml or .json file; repeatable`,
    { jobs: readNumber, report: readReport },
    { budget: (option) => option.default("60s"), timeout: (option) => option.default("3m") },
  );
  withOptions(exam, [...sharedOptions(), configOption(), ...own]);
  configured(judging(exam), async () => (await import("../actions/exam/exam.ts")).examCommand);
}

export function addReport(program: Command): void {
  const help = "Grade what the client did: retries, waits, duplicate writes";
  const own = declared(
    `
  --account <id>  Grade only requests to this account
  --running  Don't count pending retries as failures, while the client still runs
  --format <name>  Print in this format
  --output <path>  Write the report to this .html, .md, .xml or .json file; repeatable
  --force  Overwrite files that another program wrote`,
    { output: readTexts },
    { format: (option) => option.default(undefined, "text").choices(["text", ...formatNames]) },
  );
  withOptions(judging(controlled(program, "report", help)), own).action(async (values) =>
    (await import("../actions/verdicts.ts")).report(values),
  );
}

export function addExpect(program: Command): void {
  const help = "Assert how many matching requests were answered";
  expecting(controlled(program, "expect", help)).action(async (operation, values) =>
    (await import("../actions/verdicts.ts")).expectRequests(operation, values),
  );
}
