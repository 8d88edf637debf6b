import type { Attempt } from "../report/calls/attempt.ts";
import type { Step } from "../scenarios/types.ts";
import type { FaultInput } from "../world/faults/types.ts";
import type { Fact } from "./facts.ts";

/** How a command ended. */
export interface CommandEnd {
  /** 0: it says that all is well. */
  readonly exitCode: number;
  /** What it printed, or returned, a line each. */
  readonly output: readonly string[];
  /** What it printed on stderr. */
  readonly errors?: readonly string[];
  /** Whether it was still running when it was stopped: its time was over, or it had asked too often. */
  readonly isKilled: boolean;
  /** Why it failed, in its own words. */
  readonly error?: string;
}

/** What was seen of one run of the command. */
export interface Observation extends CommandEnd {
  /** What it asked, in the order in which it did. */
  readonly attempts: readonly Attempt[];
  /** What it did to the state with which it began. */
  readonly facts: readonly Fact[];
  /** How many records of each kind there are at its end. */
  readonly counts: Readonly<Record<string, number>>;
  /** How many requests each of the faults met. */
  readonly hits: readonly number[];
  /** Requests with the key of another account: how many, by its company id; null: by a key that is none. */
  readonly outside: ReadonlyMap<string | null, number>;
  /** In the client's milliseconds. */
  readonly tookMs: number;
  /** The client's time at its end. */
  readonly endedAt: number;
  /** Whether it was ended once it had been quiet for so long. */
  readonly isQuiet: boolean;
  /** Whether it was stopped since it had asked more often than anybody would wait for. */
  readonly isRunaway: boolean;
  /** Whether it was killed on purpose, at a request. */
  readonly isCrashed: boolean;
  /** Whether what was to be done at a request was done; undefined: nothing was. */
  readonly isStepDone?: boolean;
  /** After how long of the world's time something falls due at its end, in milliseconds. */
  readonly dueInMs: number;
  /** By how much the emulator itself was late meanwhile, at worst. */
  readonly lagMs: number;
  /** The same command once more, without faults, on the state that is there. */
  readonly again?: Observation;
  /** Why the user's own check of the state fails in which it has ended. */
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

/** How one run differs from others. */
export interface RunOptions {
  /** It is stopped once it has made more requests. */
  readonly requestsMax?: number;
  /** It is stopped once it has made more requests of an operation of which one was refused: what it does is known then. */
  readonly refusedMax?: (operation: string) => number;
  /** It is stopped once so many milliseconds have passed since its last request. */
  readonly quietMs?: number;
  /** Whether it is asked to end then, in the middle of a wait that is not skipped. */
  readonly isAsked?: true;
  /** How many times its usual time it is given. Default: 1. */
  readonly patience?: number;
  /** Ends it, and what follows on it: there is no time left. */
  readonly over?: AbortSignal;
  /** At which request something is done. */
  readonly at?: Moment;
}

/** A request, by its operation and how many of it come before, and what is done when it was answered. */
export interface Moment {
  readonly operation: string;
  readonly before: number;
  readonly does: "kill" | Step;
}

/** Runs the command once, under these faults. */
export type Run = (
  faults: readonly FaultInput[],
  again: Again,
  options?: RunOptions,
) => Promise<Observation>;
