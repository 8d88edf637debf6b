import type { Verdict } from "./verdict.ts";

/** A run of a scenario, as it is listed. */
export interface ScenarioDetail {
  readonly id: string;
  /** Name of the scenario. */
  readonly scenario: string;
  readonly over: boolean;
  readonly steps: readonly {
    readonly name: string;
    readonly done: boolean;
    /** Why it could not be done. */
    readonly problem: string | null;
    /** How many requests its fault has met. */
    readonly hits: number;
  }[];
  /** null: it runs, or it was ended unjudged. */
  readonly verdict: Verdict | null;
}
