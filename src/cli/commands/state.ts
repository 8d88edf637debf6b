import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { numberOrText } from "../options/values.ts";

/** `state`, as it is declared: what it does is loaded when it runs. */
export function addState(program: Command): void {
  const state = program
    .command("state")
    .description("Show, save, restore, export and import the stored data");
  const load = () => import("../actions/state/state.ts");
  controlled(state, "show", "Show the records of a collection, or the size of every collection", {
    isDefault: true,
  })
    .argument("[collection]", "Collection, such as profiles or events")
    .option("--account <id>", "Account (default: the first)")
    .option("--filter <filter>", `such as 'equals(email,"ada@example.com")'`)
    .option("--sort <field>", "Sort by this field, such as -created")
    .option("--limit <number>", "Print at most this many records (default: 1000)", numberOrText)
    .action(async (collection, values) => (await load()).showState(collection, values));
  controlled(state, "snapshot", "Save the current state under a name")
    .argument("<name>", "Name of the snapshot")
    .action(async (name, values) => (await load()).takeSnapshot(name, values));
  controlled(state, "list", "List the snapshots")
    .option("--account <id>", "Count the records of this account")
    .action(async (values) => (await import("../actions/lists.ts")).lists.snapshots(values));
  controlled(state, "restore", "Restore the data and keys of a snapshot")
    .argument("<name>", "Name, as printed by state list")
    .option("--account <id>", "Only for this account")
    .action(async (name, values) => (await load()).restoreSnapshot(name, values));
  controlled(state, "diff", "Show the changes from one snapshot to another, or to now")
    .argument("<from>", "Snapshot name, or seeded")
    .argument("[to]", "Snapshot name, or now", "now")
    .option("--account <id>", "Only for this account")
    .action(async (from, to, values) => (await load()).diffSnapshots(from, to, values));
  controlled(state, "rm", "Remove a snapshot")
    .argument("<name>", "Name, as printed by state list")
    .action(async (name, values) => (await load()).removeSnapshot(name, values));
  controlled(state, "export", "Export the state of all accounts to a folder")
    .argument("<folder>", "New or empty folder, or an exported state to replace")
    .action(async (folder, values) => (await load()).exportState(folder, values));
  controlled(state, "import", "Replace the current state with an exported one")
    .argument("<folder>", "Folder written by state export")
    .action(async (folder, values) => (await load()).importState(folder, values));
  state
    .command("check")
    .description("Check a data folder or an exported state, without changing it")
    .argument("<folder>", "Folder of --data-dir or state export")
    .option("--recover", "Keep everything that is undamaged, and move the files aside")
    .option("--json", "Print JSON")
    .action(async (folder, values) =>
      (await import("../actions/state/check.ts")).checkState(folder, values),
    );
  controlled(state, "reset", "Restore the seeded data, and nothing else").action(async (values) =>
    (await import("../actions/reset.ts")).reset({ ...values, only: ["state"] }),
  );
}
