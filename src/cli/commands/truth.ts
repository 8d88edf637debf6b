import type { Command } from "commander";
import type { TruthValues } from "../actions/truth.ts";
import { configure } from "../options/configure.ts";
import { configOption, startOptions } from "../options/start-options.ts";

/** `truth`, as it is declared: what it does is loaded when it runs. */
export function addTruth(program: Command): void {
  const truth = program
    .command("truth")
    .description("Show which behavior of the service is a guess")
    .argument("[operation|area]", "Only this operation or area")
    .option("--json", "Print JSON");
  for (const each of startOptions()) if (each.name() === "quirks") truth.addOption(each);
  truth
    .addOption(configOption())
    .action(async (what: string | undefined, _: TruthValues, self: Command) => {
      await configure(self);
      const { printTruth } = await import("../actions/truth.ts");
      await printTruth(what, self.opts<TruthValues>());
    });
}
