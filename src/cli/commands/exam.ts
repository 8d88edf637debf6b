import { type Command, Option } from "commander";
import type { ExamValues } from "../actions/exam/exam.ts";
import { configure, givenTo } from "../options/configure.ts";
import { judging } from "../options/report-options.ts";
import { sharedOptions } from "../options/command-options.ts";
import { configOption } from "../options/start-options.ts";
import { readDuration, readPair } from "../options/values.ts";
import { readReport } from "./exec.ts";
import { readNumber } from "./explore.ts";

/** `exam`, as it is declared: what it does is loaded when it runs. */
export function addExam(program: Command): void {
  const exam = program
    .command("exam")
    .description("Grade a client under faults that are planned for it")
    .argument("[command...]", "Command to run, after --");
  for (const each of sharedOptions()) exam.addOption(each);
  exam
    .addOption(configOption())
    .option(
      "--env <name=what>",
      "Set this variable to url, key, company-id, auth-scheme or ca-file; repeatable",
      readPair,
    )
    .option("--budget <duration>", "Stop after this long", readDuration, "60s")
    .option("--jobs <number>", "Runs side by side (default: two for each processor)", readNumber)
    .option("--timeout <duration>", "Longest time of a run", readDuration, "3m")
    .option("--no-skip-waits", "Let waits in Node, Python and Ruby take their time")
    .addOption(
      new Option("--report <path>", "Write a .html, .md, .xml or .json file; repeatable").argParser(
        readReport,
      ),
    );
  judging(exam).action(async (command: readonly string[], _: ExamValues, self: Command) => {
    await configure(self);
    const { examCommand } = await import("../actions/exam/exam.ts");
    return examCommand(command, self.opts<ExamValues>(), givenTo(self));
  });
}
