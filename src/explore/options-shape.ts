import {
  described,
  integer,
  list,
  literal,
  number,
  object,
  oneOf,
  record,
  type Shape,
  string,
  text,
} from "../contract/shape.ts";
import type { OperationId } from "../contract/names.ts";
import { silentWords } from "../world/faults/kinds.ts";
import { durationShape } from "../world/time/duration.ts";
import { oracleNames } from "./names.ts";

/** What is explored, and how far. */
export const exploreShape = object({
  "seed?": described(integer(), "Seed of the order of the schedules. Default: 1."),
  "budget?": described(
    oneOf(integer({ min: 1 }), durationShape()),
    "Number of runs, or a duration such as 2m. Default: 5m.",
  ),
  "soak?": durationShape(
    "In place of budget: go on for this long, with several faults in a run that are drawn at random.",
  ),
  "probability?": described(
    record(number()),
    "With soak: the probability with which each call meets a kind of fault, such as { 429: 0.02, close: 0.01 }.",
  ),
  "only?": described(
    list(text("An operation id or a kind of fault; * matches anything.")),
    "Only faults on these operations, and of these kinds, such as create_list or 'reset after'.",
  ) as Shape<readonly (OperationId | (string & Record<never, never>))[]>,
  "include?": described(
    list(text("A kind of fault, such as 'page skip'.")),
    `Faults that no client can notice: ${silentWords.join(", ")}; page-loops: pages without an end.`,
  ),
  "mustSurvive?": described(
    list(text("A status, reset or timeout.")),
    "What must not end the client. reset and timeout: of reads. Default: 429, 503, reset, timeout.",
  ),
  "depth?": described(integer({ min: 1, max: 4 }), "Maximum faults in a schedule. Default: 2."),
  "oracles?": described(
    list(literal(...oracleNames), { min: 1 }),
    "What to judge a run by. Default: all.",
  ),
  "jobs?": described(integer({ min: 1, max: 64 }), "Runs side by side. Default: 4."),
  "timeout?": durationShape("Longest time of a run. Default: 30s."),
  "confirm?": described(
    integer({ min: 1, max: 1000 }),
    "How often a defect is run again, at most. Default: 10.",
  ),
  "shard?": described(
    string({ pattern: "[1-9][0-9]*/[1-9][0-9]*" }),
    "Only this part of the schedules, such as 1/4.",
  ),
});
