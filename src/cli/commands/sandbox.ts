import type { Command } from "commander";
import type { ControlValues } from "../process/control-client.ts";
import { controlled } from "../options/controlled.ts";
import { readDuration, readText } from "../options/values.ts";

/** `sandbox`, as it is declared: what it does is loaded when it runs. */
export function addSandbox(program: Command): void {
  const sandbox = program
    .command("sandbox")
    .description("Manage isolated accounts for tests that run in parallel");
  const load = () => import("../actions/sandbox.ts");
  controlled(sandbox, "create", "Create a sandbox (its keys are shown only once)")
    .option("--from <state>", "Start from seed, current or empty state (default: seed)", readText)
    .option("--account <id>", "Account to copy (default: the first)", readText)
    .option("--rate-limits <mode>", "Set its rate limits: real, off, or a multiple", readText)
    .option(
      "--ttl <duration>",
      "Delete it after this long, in real time (default: 1h)",
      readDuration,
    )
    .action(async (values) => (await load()).createSandbox(values));
  controlled(sandbox, "list", "List the sandboxes, and when they expire", {
    isDefault: true,
  }).action(async (values: ControlValues) =>
    (await import("../actions/lists.ts")).lists.sandboxes(values),
  );
  controlled(sandbox, "reset", "Reset a sandbox to the data it started with")
    .argument("<id>", "Company id, as printed by sandbox list")
    .action(async (id, values) => (await load()).resetSandbox(id, values));
  controlled(sandbox, "rm", "Delete a sandbox and its data")
    .argument("<id>", "Company id, as printed by sandbox list")
    .action(async (id, values) => (await load()).removeSandbox(id, values));
}
