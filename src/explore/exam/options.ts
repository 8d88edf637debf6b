import { described, integer, literal, object } from "../../contract/shape.ts";
import { readAs } from "../../control/read.ts";
import { presetNames } from "../../report/names.ts";
import { thresholdsPartShape } from "../../report/thresholds.ts";
import { durationShape } from "../../world/time/duration.ts";
import { msOf } from "../read-options.ts";
import type { Effort } from "./exam.ts";
import type { ExamOptions } from "./types.ts";

const examShape = object({
  "budget?": durationShape("Longest time of the exam. Default: 60s."),
  "jobs?": described(integer({ min: 1, max: 64 }), "Runs side by side. Default: 4."),
  "timeout?": durationShape("Longest time of a run. Default: 3m."),
  "preset?": described(literal(...presetNames), "Thresholds of the rules. Default: service."),
  "thresholds?": described(thresholdsPartShape, "Overrides of the preset."),
});

/** @throws ControlError for the first member that is wrong */
export function effortOf(input: ExamOptions): Effort & { readonly timeoutMs: number } {
  const { budget = "60s", jobs = 4, timeout = "3m", ...strictness } = readAs(examShape, input);
  const ms = msOf(budget, "budget");
  return { ...strictness, jobs, ms, timeoutMs: msOf(timeout, "timeout") };
}
