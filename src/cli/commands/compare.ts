import type { Command } from "commander";
import type { CompareValues } from "../actions/compare.ts";
import { configure, givenTo } from "../options/configure.ts";
import { configOption, startOptions } from "../options/start-options.ts";
import { readText } from "../options/values.ts";

/** The options of `start` that say how the emulator responds. */
const shaping = new Set(
  (
    "fixtures profiles events seed auth-scheme bad-key-status consistency processing-delay vendor-name quirks " +
    "revision-life state"
  ).split(" "),
);

/** `compare`, as it is declared: what it does is loaded when it runs. */
export function addCompare(program: Command): void {
  const compare = program
    .command("compare")
    .description("Replay recordings of the service, and show where the emulator differs")
    .argument("<recordings...>", "HAR, cassettes (YAML, JSON), .http files, and folders of them")
    .option("--strict", "Fail on differences of values, too")
    .option("--no-assume", "Start from the fixtures, without what the recording reads")
    .option(
      "--report <path>",
      "Write the result as HTML, JUnit, Markdown or JSON, by the name's ending; repeatable",
      (path: string, before: readonly string[] = []) => [...before, path],
    )
    .option("--ratchet <path>", "Fail only on differences that are not in this file", readText)
    .option("--write-quirks <path>", "Write the differences as quirks to this file", readText)
    .option("--force", "Overwrite files that another program wrote")
    .option("--json", "Print JSON");
  for (const each of startOptions()) if (shaping.has(each.name())) compare.addOption(each);
  compare
    .addOption(configOption())
    .action(async (recordings: readonly string[], _: CompareValues, self: Command) => {
      await configure(self);
      const { compareCommand } = await import("../actions/compare.ts");
      return compareCommand(recordings, self.opts<CompareValues>(), givenTo(self));
    });
}
