import type { Command } from "commander";
import { controlled } from "../controlled.ts";

/** `limits`, as it is declared: what it does is loaded when it runs. */
export function addLimits(program: Command): void {
  const limits = program.command("limits").description("see and set the rate limits");
  const load = () => import("../limits.ts");
  controlled(limits, "show", "every counter in use").action(async (values) =>
    (await load()).showLimits(values),
  );
  controlled(limits, "set", "set them anew")
    .argument("<mode>", "real, off, or a multiple such as x10")
    .action(async (mode, values) => (await load()).setLimits(mode, values));
}
