import { amountFinding } from "../control/matchers.ts";
import { ControlError } from "../emulation/problem.ts";
import { matcherOf } from "../world/faults/request-matcher.ts";
import type { Received } from "../world/journal/received.ts";
import type { World } from "../world/world.ts";
import type { Step, Scenario } from "./types.ts";
import type { Result } from "./verdict.ts";
import { noRequest } from "../report/finding-text.ts";
import { type RoleName, whyUnfilled } from "./roles.ts";

const result = (name: string, passed: boolean, message: string): Result => ({
  name,
  passed,
  message,
  evidence: [],
});

const unexercised = (name: string, why: string): Result => ({
  ...result(name, true, `not exercised: ${why}`),
  unmet: true,
});

export interface Pending {
  /** With its roles filled, as far as they are known. */
  step: Step;
  readonly name: string;
  /** Whether an exchange is one that it waits for. */
  meets: ((received: Received) => boolean) | undefined;
  isWaiting: boolean;
  seen: number;
  done: boolean;
  problem: string | null;
  /** Its fault: another world may have one with the same id, which is not its own. */
  fault: { readonly id: string; readonly world: World } | undefined;
  /** The exchanges that met its fault, also those of before a reset. */
  hits: number;
}

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

/** What a step owes: to have been done and, if it plans a fault, that somebody met it. @param isRelative it fits any client */
export function stepResult(
  { step, name, done, problem }: Pending,
  hits: number,
  isRelative: boolean,
): Result[] {
  const optional = step.optional ?? step.fault?.optional ?? false;
  const unmet = (message: string): Result[] => [
    isRelative ? unexercised(name, message) : result(name, false, message),
  ];
  if (!done) {
    const never = "its trigger was never met";
    return optional ? [result(name, true, `${never}: it is optional`)] : unmet(never);
  }
  if (problem !== null) return [result(name, false, `it could not be done: ${problem}`)];
  if (step.fault === undefined) return [];
  if (optional && hits === 0) return [result(name, true, "no request met it: it is optional")];
  const { passed, message } = amountFinding("requests met it", hits, {});
  return passed ? [result(name, true, message)] : unmet(message);
}

/** Why a step could not be done. @throws what is no refusal */
export function reasonOf(error: unknown): string {
  if (error instanceof ControlError) return error.message;
  throw error;
}

/** A command that fails is a failure, unless the scenario says something else of it. */
export function exitResult({ expect = [] }: Scenario, exitCode: number | undefined): Result[] {
  if (exitCode === undefined || exitCode === 0) return [];
  if (expect.some(({ exit }) => exit !== undefined)) return [];
  return [result("the command", false, `the command ended with ${exitCode}, expected 0`)];
}

/** Nearly all that can be expected holds where nothing happens. */
export const nothingCame = result("requests", false, noRequest);

export const tooMany = (missed: number, entriesMax: number): Result => {
  const message = `${missed} requests more than the ${entriesMax} that are looked at`;
  return result("what was seen", false, message);
};

export const unfilled = (name: RoleName): Result =>
  unexercised(`$${name}`, `${whyUnfilled[name]}. Name one with --role ${name}=…`);
