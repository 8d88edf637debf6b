import { any, count, described, integer, list, literal, nullable } from "../contract/shape.ts";
import { orNull, type Infer, type Shape } from "../contract/shape.ts";
import { number, object, open, phrase, record, string, whether } from "../contract/shape.ts";
import type { Step } from "../scenarios/types.ts";
import type { FaultInput } from "../world/faults/types.ts";
import { oracleNames } from "./names.ts";

const oddShape = object({
  collection: phrase("Collection of the record, such as list."),
  what: described(literal("added", "changed", "removed"), "What the command did to the record."),
  name: phrase("What the record is known by, such as its name or email."),
  expected: count("How many such records the run without faults has."),
  found: count("How many this run has."),
  members: described(
    record(object({ expected: any(), found: any() })),
    "Members that differ, where the number is the same.",
  ),
  where: described(open(), "Members by which the record is found in any run."),
});

/** A record of which a run made something else than the reference. */
export type Odd = Infer<typeof oddShape>;

const momentShape = object({
  before: count("Requests before it that are left out."),
  at: count("Milliseconds since the first request of the run."),
  operation: phrase("Operation id, or method and path."),
  method: string(),
  target: phrase("Path and query, shortened."),
  status: orNull(integer(), "Status of the response, or null if the client got none."),
  retryAfterMs: orNull(integer(), "What Retry-After promised, in milliseconds."),
  injected: described(list(string()), "What faults did to the request."),
});

export type TimelineRequest = Infer<typeof momentShape>;

const placeShape = object({
  operation: string(),
  kind: phrase("Kind of fault, such as 'reset after'."),
  which: described(
    literal("first", "last", "middle", "again", "all"),
    "Which of the calls. again: one that is made only because of another fault.",
  ),
});

const defectShape = object({
  name: phrase("Name of the defect, also of its scenario file."),
  oracle: described(literal(...oracleNames), "What found it."),
  oracles: described(list(literal(...oracleNames)), "All that found it."),
  sentence: phrase("What goes wrong, and when."),
  causes: described(list(string()), "Names of what went wrong: defects that share one are one."),
  silent: whether("Whether the faults are ones that no client can notice (--include)."),
  places: described(list(placeShape), "Where the faults of the smallest schedule are."),
  faults: described(
    list(open()) as Shape<readonly FaultInput[]>,
    "The smallest schedule that shows it, in the language of faults.",
  ),
  steps: described(
    list(open()) as Shape<readonly Step[]>,
    "The same as steps of a scenario, with what is done besides.",
  ),
  exitCode: integer(),
  failed: count("How many of the repeated runs failed in the same way."),
  repeats: count("How many times the smallest schedule was run again."),
  difference: described(list(oddShape), "Records that are not as in the run without faults."),
  missing: described(
    list(object({ line: string(), expected: count("How often a run without faults prints it.") })),
    "Lines that a run without faults prints, and this one does not; * stands for what differs in each run.",
  ),
  timeline: described(list(momentShape), "The requests of a failing run."),
  printed: described(
    object({ output: list(string()), errors: list(string()) }),
    "The last lines that a failing run printed, on stdout and on stderr.",
  ),
  also: described(list(placeShape), "Other places of faults that have the same effect."),
  scenario: orNull(string(), "Its scenario file, in the output folder."),
  command: orNull(string(), "The command line that shows it again."),
  test: phrase("A test that fails until the defect is mended; empty: there is none."),
});

const cellShape = object({
  operation: string(),
  kind: string(),
  survived: count("Schedules that the command survived."),
  gaveUp: count("Schedules after which it ended with an error."),
  defects: count("Schedules in which something was wrong."),
  unmet: count("Schedules whose faults met no request."),
  left: count("Schedules that were not tried."),
});

const pairShape = object({
  operation: string(),
  fault: string(),
  status: nullable(integer()),
  met: count("Runs that met it."),
  survived: count("Runs of those that survived it."),
});

export const foundShape = object({
  seed: integer(),
  shard: orNull(string(), "The part of the schedules that was tried."),
  runs: count("Runs under faults."),
  schedules: object({
    tried: count("Schedules that were tried."),
    survived: count("The command ended with 0, and all is as without faults."),
    gaveUp: count("The command ended with an error, which is no defect."),
    defects: count("Something was wrong."),
    unmet: count("No request met the faults."),
    left: count("Schedules for which there was no time."),
  }),
  seconds: number(),
  requests: count("Requests of a run without faults."),
  counts: described(record(integer({ min: 0 })), "Records at its end, by collection."),
  calls: described(record(integer({ min: 0 })), "Its requests, by operation."),
  notes: described(
    list(string()),
    "What is not compared and why, and whether it ended before everything was tried.",
  ),
  defects: described(list(defectShape), "Each cause once."),
  unsteady: described(
    list(defectShape),
    "Seen once, and not again: another run of the same schedule did not fail.",
  ),
  matrix: described(list(cellShape), "What became of each kind of fault at each operation."),
  coverage: described(list(pairShape), "The pairs of operation and fault, as a ratchet has them."),
});

export type Found = Infer<typeof foundShape>;
export type Defect = Found["defects"][number];
export type Cell = Found["matrix"][number];

const progressShape = object({
  doing: described(
    literal("reference", "schedules", "shrinking"),
    "reference: runs without faults. shrinking: looks for the smallest schedule of each defect.",
  ),
  runs: count("Runs under faults so far."),
  of: count("Schedules planned so far."),
  found: count("Defects so far."),
  leftMs: orNull(
    integer({ min: 0 }),
    "What is left of the budget, in milliseconds, or null without one.",
  ),
});

/** The last exploration of an emulator, or the one that runs. */
export const explorationShape = object({
  state: described(
    literal("none", "running", "finished", "failed", "shown"),
    "shown: its result was given to this emulator (POST).",
  ),
  progress: orNull(progressShape, "null: it did not run on this emulator."),
  problem: orNull(string(), "Why it failed."),
  groups: described(
    list(object({ name: string(), kinds: list(string()) })),
    "Kinds of fault in its matrix, as they stand together.",
  ),
  result: orNull(
    foundShape,
    "What it found, as in explore.json; while it runs, what it has found so far.",
  ),
});

export type ExplorationView = Infer<typeof explorationShape>;
