import type { ReportCard } from "../../report/card-shape.ts";
import type { Strictness } from "../../report/card.ts";
import { described, integer, literal, object } from "../../contract/shape.ts";
import { readAs } from "../../control/read.ts";
import { presetNames } from "../../report/names.ts";
import { thresholdsPartShape } from "../../report/thresholds.ts";
import { durationShape } from "../../world/time/duration.ts";
import { msOf } from "../read-options.ts";
import type { ExamOptions } from "../types.ts";

/** What every run is held against: those without faults. */
export interface Check {
  /** `interrupt`: only of a command that was waiting when it was asked to end. */
  readonly name: "state" | "output" | "hang" | "interrupt";
  readonly passed: boolean;
  readonly message: string;
}

/** What an exam has found. */
export interface Examined {
  /** Of all its runs together. It has not passed either if a check has not. */
  readonly card: ReportCard;
  readonly checks: readonly Check[];
  /** Runs with faults. */
  readonly runs: number;
  readonly tookMs: number;
  /** What a run without faults makes. */
  readonly requests: number;
  /** What is not compared, a sentence each. */
  readonly notes: readonly string[];
  /** Whether its time was over, or it was ended, before all was decided. */
  readonly isCut: boolean;
}

export interface Effort extends Strictness {
  readonly ms: number;
  readonly jobs: number;
}

export const examShape = object({
  "budget?": durationShape("Longest time of the exam. Default: 60s."),
  "jobs?": described(integer({ min: 1, max: 64 }), "Runs side by side. Default: 4."),
  "timeout?": durationShape("Longest time of a run. Default: 3m."),
  "preset?": described(literal(...presetNames), "Thresholds of the rules. Default: service."),
  "thresholds?": described(thresholdsPartShape, "Overrides of the preset."),
});

/** @throws ControlError for the first member that is wrong */
export function effortOf(input: ExamOptions): Effort & { readonly timeoutMs: number } {
  const { budget = "60s", jobs = 4, timeout = "3m", ...strictness } = readAs(examShape, input);
  return { ...strictness, jobs, ms: msOf(budget, "budget"), timeoutMs: msOf(timeout, "timeout") };
}
