import { type Command, Option } from "commander";
import type { ExecValues } from "../actions/exec/exec.ts";
import { configure, givenTo } from "../options/configure.ts";
import { commandOptions, execOptions } from "../options/command-options.ts";
import { configOption } from "../options/start-options.ts";
import { judging } from "../options/report-options.ts";
import { readText } from "../options/values.ts";

/** `exec`, as it is declared: what it does is loaded when it runs. */
export function addExec(program: Command): void {
  const exec = program
    .command("exec")
    .description("Run a command against a fresh emulator on a free port")
    .argument("[command...]", "Command to run, after --");
  for (const each of [...execOptions(), ...commandOptions()]) {
    if (each.name() === "port") each.default(0, "any free one");
    exec.addOption(each);
  }
  exec.addOption(configOption());
  exec
    .option("--compare", "Run the command first twice without faults, to tell retries from calls")
    .option(
      "--expect <requests>",
      "Fail unless these requests arrive, such as 'create-event --times 2'; repeatable",
      (text: string, before: readonly string[] = []) => [...before, text],
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
  judging(exec).action(async (command: readonly string[], _: ExecValues, self: Command) => {
    await configure(self);
    const { exec: run } = await import("../actions/exec/exec.ts");
    return run(command, self.opts<ExecValues>(), givenTo(self));
  });
}

/** Without a file it is for the terminal. */
export const readReport = (
  path: string | true,
  before: readonly (string | true)[] = [],
): readonly (string | true)[] => [...before, path === true ? path : readText(path)];
