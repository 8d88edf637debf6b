import { type Command, Option } from "commander";
import { controlled } from "../options/controlled.ts";
import { readCount } from "../options/values.ts";

/** `flows`, as it is declared: what it does is loaded when it runs. */
export function addFlows(program: Command): void {
  const flows = program
    .command("flows")
    .description("List flows, and show where profiles are in them");
  controlled(flows, "list", "List the flows, with their status", { isDefault: true })
    .option("--account <id>", "Only of this account")
    .action(async (values) => (await import("../actions/lists.ts")).lists.flows(values));
  controlled(flows, "runs", "Show at which action profiles wait, and until when")
    .argument("<flow>", "Flow name or id, or its first characters")
    .addOption(
      new Option("--state <state>", "Only in this state").choices(["waiting", "completed", "left"]),
    )
    .option("--profile <profile>", "Only of this profile: its email or id")
    .option("--limit <number>", "Only this many, the first to enter (default: 100)", readCount)
    .option("--account <id>", "Only of this account")
    .action(async (id, values) => (await import("../actions/flows.ts")).showRuns(id, values));
}
