import type { ReportCard } from "../../report/card-shape.ts";
import type { Strictness } from "../../report/card.ts";

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

/** How far an exam goes. */
export interface ExamOptions extends Strictness {
  /** Longest time of the exam. Default: 60s. */
  readonly budget?: string;
  /** Runs side by side. Default: 4. */
  readonly jobs?: number;
  /** Longest time of a run. Default: 3m. */
  readonly timeout?: string;
}
