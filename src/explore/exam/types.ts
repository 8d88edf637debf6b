import type { Strictness } from "../../report/card.ts";

/** How far an exam goes. */
export interface ExamOptions extends Strictness {
  /** Longest time of the exam. Default: 60s. */
  readonly budget?: string;
  /** Runs side by side. Default: 4. */
  readonly jobs?: number;
  /** Longest time of a run. Default: 3m. */
  readonly timeout?: string;
}
