import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { numberOrText } from "../options/values.ts";

/** `state`, as it is declared: what it does is loaded when it runs. */
export function addState(program: Command): void {
  const state = program.command("state").description("see what is stored, and keep it by name");
  const load = () => import("../actions/state.ts");
  controlled(state, "show", "the stored records of a collection, or how many there are of each", {
    isDefault: true,
  })
    .argument("[collection]", "such as profiles or events")
    .option("--account <id>", "of this account; without it, the first")
    .option("--filter <filter>", `such as 'equals(email,"ada@example.com")'`)
    .option("--sort <field>", "such as -created")
    .option("--limit <number>", "how many at most (default: 1000)", numberOrText)
    .action(async (collection, values) => (await load()).showState(collection, values));
  controlled(state, "snapshot", "keep the present state by a name")
    .argument("<name>", "how it is called from now on")
    .action(async (name, values) => (await load()).takeSnapshot(name, values));
  controlled(state, "list", "the snapshots")
    .option("--account <id>", "what they hold of this account")
    .action(async (values) => (await import("../actions/lists.ts")).lists.snapshots(values));
  controlled(state, "restore", "put the data and keys of a snapshot back")
    .argument("<name>", "as state list shows it")
    .option("--account <id>", "of this account alone")
    .action(async (name, values) => (await load()).restoreSnapshot(name, values));
  controlled(state, "diff", "what changed from one snapshot to another, or to now")
    .argument("<from>", "a name, or seeded")
    .argument("[to]", "a name, or now", "now")
    .option("--account <id>", "of this account alone")
    .action(async (from, to, values) => (await load()).diffSnapshots(from, to, values));
  controlled(state, "rm", "remove a snapshot")
    .argument("<name>", "as state list shows it")
    .action(async (name, values) => (await load()).removeSnapshot(name, values));
  controlled(state, "export", "write the state of all accounts into a folder")
    .argument("<folder>", "new, empty, or an exported state, which it takes the place of")
    .action(async (folder, values) => (await load()).exportState(folder, values));
  controlled(state, "import", "put an exported state in the place of the present one")
    .argument("<folder>", "one that state export has written")
    .action(async (folder, values) => (await load()).importState(folder, values));
  state
    .command("check")
    .description("check a data folder or an exported state, without changing it")
    .argument("<folder>", "as --data-dir or state export named it")
    .option("--recover", "keep all that is whole up to the first damage, and put the rest aside")
    .option("--json", "print JSON")
    .action(async (folder, values) =>
      (await import("../actions/state-check.ts")).checkState(folder, values),
    );
  controlled(state, "reset", "put the seeded data back, and nothing else").action(async (values) =>
    (await import("../actions/reset.ts")).reset({ ...values, only: ["state"] }),
  );
}
