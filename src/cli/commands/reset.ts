import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { readNames } from "../options/values.ts";

/** `reset`, as it is declared: what it does is loaded when it runs. */
export function addReset(program: Command): void {
  controlled(program, "reset", "Reset the emulator to its seeded state")
    .option(
      "--only <parts>",
      "Reset only these: state, limits, faults, journal, clock, revisions, tokens",
      readNames,
    )
    .option("--all", "Also delete the named snapshots")
    .action(async (values) => (await import("../actions/reset.ts")).reset(values));
}
