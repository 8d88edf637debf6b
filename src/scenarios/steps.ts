import { advanceClock, resumeClock, setClock } from "../control/clock.ts";
import { addFault } from "../control/faults/faults.ts";
import { revokeKey } from "../control/keys.ts";
import { setLimits } from "../control/limits.ts";
import { amountFinding } from "../control/matchers.ts";
import { accountNamed, singleAccount } from "../control/operation.ts";
import { addRevision, changeRevision, setDefault } from "../control/revisions.ts";
import { ratesFace } from "../control/settings.ts";
import { restoreSnapshot, takeSnapshot } from "../control/state/snapshots.ts";
import { deleteRecords } from "../control/state/state.ts";
import { seedDocument } from "../control/state/transfer.ts";
import { revokeTokens } from "../control/tokens.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { ControlError } from "../emulation/problem.ts";
import { noRequest } from "../report/finding-text.ts";
import { matcherOf } from "../world/faults/request-matcher.ts";
import type { Received } from "../world/journal/received.ts";
import type { World } from "../world/world.ts";
import { type RoleName, whyUnfilled } from "./roles.ts";
import type { Step, Scenario } from "./types.ts";
import type { Result } from "./verdict.ts";

function result(name: string, passed: boolean, message: string): Result {
  return { name, passed, message, evidence: [] };
}

function unexercised(name: string, why: string): Result {
  return { ...result(name, true, `not exercised: ${why}`), unmet: true };
}

export type Pending = ReturnType<typeof pendingOf>;

export const pendingOf = (step: Step, index: number) => ({
  /** With its roles filled, as far as they are known. */
  step,
  name: step.name ?? `step ${index + 1}`,
  /** Whether an exchange is one that it waits for. */
  meets: undefined as ((received: Received) => boolean) | undefined,
  isWaiting: true,
  seen: 0,
  done: false,
  problem: null as string | null,
  /** Its fault: another world may have one with the same id, which is not its own. */
  fault: undefined as { readonly id: string; readonly world: World } | undefined,
  /** The exchanges that met its fault, also those of before a reset. */
  hits: 0,
});

/** Whether an exchange is one that a step waits for; undefined: it waits for none. */
export function triggerOf({ after, when }: Step): Pending["meets"] {
  const { requests: _, ...which } = { requests: 1, ...(after ?? when) };
  return after === undefined && when === undefined ? undefined : matcherOf(which);
}

/** What a step owes: to have been done and, if it plans a fault, that somebody met it. @param isRelative it fits any client */
export function stepResult(pending: Pending, hits: number, isRelative: boolean): Result[] {
  const { step, name, done, problem } = pending;
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

type Of<Name extends keyof Step> = NonNullable<Step[Name]>;

/** The members of a step that do something, in the order in which they are done. */
const acts = {
  reset: (emulation, only, of) =>
    of === undefined ? emulation.reset(only) : emulation.resetAccount(of, only),
  restore: (emulation, name, of) => restoreSnapshot(emulation, name, of),
  seed: (emulation, document, of) => seedDocument(emulation, document, of),
  delete: (emulation, { account, ...deletion }, of) => {
    const own = accountNamed(of, account, "account");
    return deleteRecords(emulation, { ...deletion, ...(own && { account: own }) });
  },
  revoke,
  clock: moveClock,
  limits: (emulation, limits, of) => setLimits(emulation, limits, of),
  rates: (emulation, change, of) => ratesFace(emulation).set(change, of),
  revision: setRevision,
  defaultRevision: (emulation, missing, of) => {
    requireWhole(of);
    return setDefault(emulation, { missing });
  },
  fault: (emulation, fault, of) => addFault(emulation, structuredClone(fault), of).id,
  snapshot: (emulation, name, of) => takeSnapshot(emulation, name, of),
} satisfies {
  [Name in keyof Step]?: (emulation: Emulation, value: Of<Name>, of?: string) => unknown;
};

/** Revisions no account has of its own. */
function requireWhole(of: string | undefined): void {
  if (of !== undefined) throw new ControlError("revisions are the whole emulator's");
}

type ActName = keyof typeof acts;

export const actsOf = (step: Step) =>
  (Object.keys(acts) as ActName[]).filter((name) => step[name] !== undefined);

/** Does what a step says, at once but for a seed. @returns the id of its fault @throws ControlError at the act's name */
export function perform(
  emulation: Emulation,
  step: Step,
  of: string | undefined,
  names: readonly ActName[] = actsOf(step),
): string | undefined | Promise<string | undefined> {
  let fault: string | undefined;
  for (const [index, name] of names.entries()) {
    try {
      const done = acts[name](emulation, step[name] as never, of);
      if (name === "fault") fault = done as string;
      if (!(done instanceof Promise)) continue;
      const rest = () => perform(emulation, step, of, names.slice(index + 1));
      return done.then(rest, (error: unknown) => {
        throw within(name, error);
      });
    } catch (error) {
      throw within(name, error);
    }
  }
  return fault;
}

function within(name: ActName, error: unknown): unknown {
  if (!(error instanceof ControlError)) return error;
  const { reason, path, nearest } = error;
  return new ControlError(reason, path === "" ? name : `${name}.${path}`, { nearest });
}

function revoke(emulation: Emulation, asked: Of<"revoke">, of?: string): void {
  const { key, app } = asked;
  const account = accountNamed(of, asked.account, "account");
  if (key !== undefined) return revokeKey(emulation, key, account);
  const ofAccount = account === undefined ? {} : { account };
  revokeTokens(emulation, { ...ofAccount, ...(app !== "*" && { app }) });
}

function moveClock({ world }: Emulation, clock: Of<"clock">, of?: string): void | Promise<void> {
  const { advance, resume, ...change } = clock;
  const account = of === undefined ? undefined : singleAccount(world, of);
  if (Object.keys(clock).length === 0) throw new ControlError("expected something to do");
  if (Object.keys(change).length > 0) setClock(world, change, account);
  const arrived = advance === undefined ? undefined : advanceClock(world, advance, account);
  const goOn = () => void (resume && resumeClock(world, account));
  return arrived instanceof Promise ? arrived.then(goOn) : goOn();
}

function setRevision(emulation: Emulation, input: Of<"revision">, of?: string): void {
  requireWhole(of);
  const { revision, ...change } = input;
  const isKnown = emulation.world.revisions.has(revision);
  if (isKnown || change.status !== undefined) changeRevision(emulation, revision, change);
  else addRevision(emulation, input);
}
