import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { numberOrText } from "../options/values.ts";

/** `limits`, as it is declared: what it does is loaded when it runs. */
export function addLimits(program: Command): void {
  const limits = program.command("limits").description("Show and set the rate limits");
  const load = () => import("../actions/limits.ts");
  controlled(limits, "show", "Show the counters in use, and when each would be full", {
    isDefault: true,
  }).action(async (values) => (await load()).showLimits(values));
  controlled(limits, "set", "Set all rate limits, or those of one operation or tier")
    .argument("<what>", "real, off, a multiple such as x10, an operation id, or a tier")
    .option("--burst <number>", "Allow this many requests per second", numberOrText)
    .option("--steady <number>", "Allow this many requests per minute", numberOrText)
    .option("--day <number>", "Allow this many requests per day", numberOrText)
    .option("--default", "Restore the published limits")
    .action(async (what, values) => (await load()).setLimits(what, values));
}
