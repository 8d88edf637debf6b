import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { numberOrText } from "../options/values.ts";

/** `limits`, as it is declared: what it does is loaded when it runs. */
export function addLimits(program: Command): void {
  const limits = program.command("limits").description("see and set the rate limits");
  const load = () => import("../actions/limits.ts");
  controlled(limits, "show", "every counter in use, and when it would be full", {
    isDefault: true,
  }).action(async (values) => (await load()).showLimits(values));
  controlled(limits, "set", "set all of them, or those of one operation or tier")
    .argument("<what>", "real, off, a multiple such as x10, an operation id, or a tier")
    .option("--burst <number>", "how many it lets pass in a second", numberOrText)
    .option("--steady <number>", "how many it lets pass in a minute", numberOrText)
    .option("--day <number>", "how many it lets pass in a day", numberOrText)
    .option("--default", "as published again")
    .action(async (what, values) => (await load()).setLimits(what, values));
}
