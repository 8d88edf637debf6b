import {
  count,
  described,
  type Infer,
  integer,
  list,
  literal,
  nullable,
  object,
  string,
} from "../contract/shape.ts";
import { foundShape } from "./result-shape.ts";

const progressShape = object({
  doing: described(
    literal("reference", "schedules", "shrinking"),
    "reference: runs without faults. shrinking: looks for the smallest schedule of each defect.",
  ),
  runs: count("Runs under faults so far."),
  of: count("Schedules planned so far."),
  found: count("Defects so far."),
  leftMs: described(
    nullable(integer({ min: 0 })),
    "What is left of the budget, in milliseconds, or null without one.",
  ),
});

/** The last exploration of an emulator, or the one that runs. */
export const explorationShape = object({
  state: described(
    literal("none", "running", "finished", "failed", "shown"),
    "shown: its result was given to this emulator (POST).",
  ),
  progress: described(nullable(progressShape), "null: it did not run on this emulator."),
  problem: described(nullable(string()), "Why it failed."),
  groups: described(
    list(object({ name: string(), kinds: list(string()) })),
    "Kinds of fault in its matrix, as they stand together.",
  ),
  result: described(
    nullable(foundShape),
    "What it found, as in explore.json; while it runs, what it has found so far.",
  ),
});

export type ExplorationView = Infer<typeof explorationShape>;
