import type { Words } from "../contract/words.ts";

/** What was done to the emulator itself, rather than asked of the service. `account`: null where it is about all. */
export type Notice = { readonly account: string | null } & (
  | {
      readonly of: "fault";
      readonly what: "planned" | "removed" | "on" | "off";
      readonly id: string;
    }
  | { readonly of: "clock"; readonly what: ClockAct }
  | { readonly of: "limits" }
  | {
      readonly of: "reset";
      readonly what: "reset" | "reloaded" | "seeded" | "imported";
      /** The parts that were put back; null: everything. */
      readonly only: readonly string[] | null;
    }
  | {
      readonly of: "scenario";
      readonly what: "begun" | "step" | "finished" | "ended";
      readonly id: string;
      readonly scenario: string;
      readonly step: string | null;
    }
  | ({ readonly of: "explore" } & ExplorationGlimpse)
  | {
      readonly of: "snapshot";
      readonly what: "taken" | "restored" | "removed";
      readonly name: string;
    }
);

/** How far an exploration is, without what it has found. */
export interface ExplorationGlimpse {
  /** shown: it ran elsewhere, and its result was given to this emulator. */
  readonly state: "none" | "running" | "finished" | "failed" | "shown";
  /** null: it did not run here. */
  readonly progress: {
    readonly doing: "reference" | "schedules" | "shrinking";
    /** Runs under faults so far. */
    readonly runs: number;
    /** How many schedules are planned so far. */
    readonly of: number;
    /** Defects so far. */
    readonly found: number;
    /** What is left of the budget, in milliseconds; null: there is none. */
    readonly leftMs: number | null;
  } | null;
}

/** What a clock was told. slept: the machine has, and the clock moved on with its date. */
export type ClockAct = Words<"moved frozen accelerated real shared resumed advanced halted slept">;

/** Those who hear of something while it happens. It costs nothing while there is none. */
export class Listeners<One = void, Other = void> extends Set<(one: One, other: Other) => void> {
  /** @returns stops listening */
  listen(listener: (one: One, other: Other) => void): () => void {
    this.add(listener);
    return () => this.delete(listener);
  }

  tell(one: One, other: Other): void {
    for (const listener of this) listener(one, other);
  }
}
