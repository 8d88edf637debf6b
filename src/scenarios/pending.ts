import { amountFinding } from "../control/matchers.ts";
import { ControlError } from "../emulation/problem.ts";
import { matcherOf } from "../world/faults/request-matcher.ts";
import type { Received } from "../world/journal/received.ts";
import type { World } from "../world/world.ts";
import type { Step } from "./types.ts";
import type { Result } from "./verdict.ts";

/** A step, and what became of it. */
export interface Pending {
  /** With its roles filled, as far as they are known. */
  step: Step;
  readonly name: string;
  /** Whether an exchange is one that it waits for. */
  meets: ((received: Received) => boolean) | undefined;
  /** Whether a role of it is still to be filled. */
  isWaiting: boolean;
  seen: number;
  done: boolean;
  problem: string | null;
  /** Its fault: another world may have one with the same id, which is not its own. */
  fault: { readonly id: string; readonly world: World } | undefined;
  /** The exchanges that met its fault, also those of before a reset. */
  hits: number;
}

/** A step that is still to come. @param index of it among the steps */
export const pendingOf = (step: Step, index: number): Pending => ({
  step,
  name: step.name ?? `step ${index + 1}`,
  meets: undefined,
  isWaiting: true,
  seen: 0,
  done: false,
  problem: null,
  fault: undefined,
  hits: 0,
});

/** Whether an exchange is one that a step waits for; undefined: it waits for none. */
export function triggerOf({ after, when }: Step): Pending["meets"] {
  const { requests: _, ...which } = { requests: 1, ...(after ?? when) };
  return after === undefined && when === undefined ? undefined : matcherOf(which);
}

/**
 * What a step owes: to have been done and, if it plans a fault, that somebody met it.
 *
 * @param isRelative whether it fits any client: then one that does not come to it has not failed
 */
export function stepResult(
  { step, name, done, problem }: Pending,
  hits: number,
  isRelative: boolean,
): Result[] {
  const result = (passed: boolean, message: string) => [{ name, passed, message, evidence: [] }];
  const optional = step.optional ?? step.fault?.optional ?? false;
  const unmet = (message: string): Result[] =>
    isRelative
      ? [{ name, passed: true, unmet: true, message: `not exercised: ${message}`, evidence: [] }]
      : result(false, message);
  if (!done) {
    const never = "its trigger was never met";
    return optional ? result(true, `${never}: it is optional`) : unmet(never);
  }
  if (problem !== null) return result(false, `it could not be done: ${problem}`);
  if (step.fault === undefined) return [];
  if (optional && hits === 0) return result(true, "no request met it: it is optional");
  const { passed, message } = amountFinding("requests met it", hits, {});
  return passed ? result(true, message) : unmet(message);
}

/** Why a step could not be done. @throws what is no refusal */
export function reasonOf(error: unknown): string {
  if (error instanceof ControlError) return error.message;
  throw error;
}
