import type { RuleId } from "../../report/names.ts";
import type { FaultInput } from "../../world/faults/types.ts";
import type { RunOptions } from "../observation.ts";

/** A run that an exam may ask for: which faults, and what they put to the test. */
export interface Question {
  /** In a word or two, such as `an outage`; unique. */
  readonly name: string;
  readonly asks: readonly RuleId[];
  readonly faults: readonly FaultInput[];
  /** When the run is ended. Default: when its time is over. */
  readonly ending?: Pick<RunOptions, "isAsked" | "quietMs">;
  /** How often it is worth asking. */
  readonly most: number;
  /** Whether it is asked once even where its rules are decided: they look at several things. */
  readonly isOwed?: true;
  /** Whether it takes as long as a run may: what is quick goes first. */
  readonly isSlow?: true;
}
