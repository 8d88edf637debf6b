import type { Command } from "commander";
import type { ControlValues } from "../process/control-client.ts";
import { controlled } from "../options/controlled.ts";
import { readDuration, readText } from "../options/values.ts";

/** `sandbox`, as it is declared: what it does is loaded when it runs. */
export function addSandbox(program: Command): void {
  const sandbox = program
    .command("sandbox")
    .description("accounts of their own for tests that run side by side");
  const load = () => import("../actions/sandbox.ts");
  controlled(sandbox, "create", "make one; its keys are told once")
    .option("--from <state>", "seed, current or empty (default: seed)", readText)
    .option("--account <id>", "the account that it is like (default: the first)", readText)
    .option("--rate-limits <mode>", "of its own: real, off, or a multiple", readText)
    .option("--ttl <duration>", "how long it lives, in real time (default: 1h)", readDuration)
    .action(async (values) => (await load()).createSandbox(values));
  controlled(sandbox, "list", "those that there are, and when they expire", {
    isDefault: true,
  }).action(async (values: ControlValues) =>
    (await import("../actions/lists.ts")).lists.sandboxes(values),
  );
  controlled(sandbox, "reset", "put one's data back with which it began")
    .argument("<id>", "its company id, as sandbox list shows it")
    .action(async (id, values) => (await load()).resetSandbox(id, values));
  controlled(sandbox, "rm", "delete one, and all that is in it")
    .argument("<id>", "its company id, as sandbox list shows it")
    .action(async (id, values) => (await load()).removeSandbox(id, values));
}
