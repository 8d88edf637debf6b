import { type Command, Option } from "commander";
import type { ExecValues } from "../actions/exec.ts";
import { sourceOf } from "../options/source.ts";
import { configure } from "../options/configure.ts";
import { configOption, startOptions } from "../options/start-options.ts";
import { judging } from "../options/report-options.ts";
import { readPair, readText } from "../options/values.ts";

/** `exec`, as it is declared: what it does is loaded when it runs. */
export function addExec(program: Command): void {
  const exec = program
    .command("exec")
    .description("run a command against an emulator of its own, on a free port")
    .argument("[command...]", "what to run, after --");
  for (const each of startOptions()) {
    if (each.name() === "port") each.default(0, "any free one");
    if (!["ready-file", "watch"].includes(each.name())) exec.addOption(each);
  }
  exec.addOption(configOption());
  exec
    .option(
      "--env <name=what>",
      "another variable for the command: url, key, company-id, auth-scheme or ca-file; repeatable",
      readPair,
    )
    .option(
      "--expect <requests>",
      "fail unless such requests came, such as 'create-event --times 2'; repeatable",
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .option("--expect-file <path>", "the same as a YAML list, as in scenarios", readText)
    .option("--scenario <name>", "run this scenario, a file or a shipped one, meanwhile", readText)
    .addOption(
      new Option(
        "--report [path]",
        "judge what the command did; =FILE: into a .html, .md, .xml or .json file; repeatable",
      )
        .preset(true)
        .argParser(readReport),
    );
  judging(exec).action(async (command: readonly string[], _: ExecValues, self: Command) => {
    await configure(self);
    const { exec: run } = await import("../actions/exec.ts");
    const isGiven = (name: string) => !unsaid.includes(self.getOptionValueSource(name));
    return run(command, self.opts<ExecValues>(), (name) => sourceOf(self, name), isGiven);
  });
}

const unsaid: readonly (string | undefined)[] = [undefined, "default"];

/** Without a file it is for the terminal. */
const readReport = (
  path: string | true,
  before: readonly (string | true)[] = [],
): readonly (string | true)[] => [...before, path === true ? path : readText(path)];
