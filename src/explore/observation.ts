import type { Attempt } from "../report/calls/attempt.ts";
import type { Step } from "../scenarios/types.ts";
import type { FaultInput } from "../world/faults/types.ts";
import type { Fact } from "./facts.ts";

export interface CommandEnd {
  readonly exitCode: number;
  readonly output: readonly string[];
  readonly errors?: readonly string[];
  /** Whether it was still running when it was stopped: its time was over, or it had asked too often. */
  readonly isKilled: boolean;
  readonly error?: string;
}

export const whyFailed = ({ error, exitCode }: CommandEnd): string =>
  error ?? `exit code ${exitCode}`;

export interface Observation extends CommandEnd {
  readonly attempts: readonly Attempt[];
  readonly facts: readonly Fact[];
  readonly counts: Readonly<Record<string, number>>;
  readonly hits: readonly number[];
  /** Requests with the key of another account: how many, by its company id; null: by a key that is none. */
  readonly outside: ReadonlyMap<string | null, number>;
  readonly tookMs: number;
  readonly endedAt: number;
  readonly isQuiet: boolean;
  /** Whether it was stopped since it had asked more often than anybody would wait for. */
  readonly isRunaway: boolean;
  readonly isCrashed: boolean;
  /** Whether what was to be done at a request was done; undefined: nothing was. */
  readonly isStepDone?: boolean;
  /** After how long of the world's time something falls due at its end, in milliseconds. */
  readonly dueInMs: number;
  readonly lagMs: number;
  readonly again?: Observation;
  readonly problem?: string;
}

/** What every sandbox is called where runs are compared. */
export const anySandbox = "the account";

/** Whether the command is run once more on the state that it left: always, never, or if it has failed by itself. */
export type Again = "always" | "if failed" | "never";

/** Why a run is ended that is killed on purpose. */
export const crash = "crash";

/** Why a run is ended that is asked to end by itself, as by Ctrl-C. */
export const askedToEnd = "asked to end";

export interface RunOptions {
  readonly requestsMax?: number;
  /** It is stopped once it has made more requests of an operation of which one was refused: what it does is known then. */
  readonly refusedMax?: (operation: string) => number;
  readonly quietMs?: number;
  /** Whether it is asked to end then, in the middle of a wait that is not skipped. */
  readonly isAsked?: true;
  /** How many times its usual time it is given. Default: 1. */
  readonly patience?: number;
  /** Ends it, and what follows on it: there is no time left. */
  readonly over?: AbortSignal;
  readonly at?: Moment;
}

export interface Moment {
  readonly operation: string;
  readonly before: number;
  readonly does: "kill" | Step;
}

export type Run = (
  faults: readonly FaultInput[],
  again: Again,
  options?: RunOptions,
) => Promise<Observation>;
