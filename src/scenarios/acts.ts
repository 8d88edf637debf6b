import { advanceClock, resumeClock, setClock } from "../control/clock.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { addFault } from "../control/faults/faults.ts";
import { revokeKey } from "../control/keys.ts";
import { setLimits } from "../control/limits.ts";
import { accountNamed, singleAccount } from "../control/operation.ts";
import { ratesFace } from "../control/settings.ts";
import { ControlError } from "../emulation/problem.ts";
import { addRevision, changeRevision, setDefault } from "../control/revisions.ts";
import { seedDocument } from "../control/state/transfer.ts";
import { restoreSnapshot, takeSnapshot } from "../control/state/snapshots.ts";
import { deleteRecords } from "../control/state/state.ts";
import { revokeTokens } from "../control/tokens.ts";
import type { Step } from "./types.ts";

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
  [Name in keyof Step]?: (
    emulation: Emulation,
    value: NonNullable<Step[Name]>,
    of?: string,
  ) => unknown;
};

/** Revisions no account has of its own. */
function requireWhole(of: string | undefined): void {
  if (of !== undefined) throw new ControlError("revisions are the whole emulator's");
}

type ActName = keyof typeof acts;
const actNames = Object.keys(acts) as ActName[];

/** What a step does, by name. */
export const actsOf = (step: Step): ActName[] =>
  actNames.filter((name) => step[name] !== undefined);

/** The id of the fault that a step plans, if it plans one. */
type PlannedFaultId = string | undefined;

/**
 * Does what a step says: at once, but for what comes after a seed, which has to be read.
 *
 * @param of the only account that it is done to. Default: all
 * @throws ControlError whose path begins with the act's name
 */
export function perform(
  emulation: Emulation,
  step: Step,
  of: string | undefined,
  names: readonly ActName[] = actsOf(step),
): PlannedFaultId | Promise<PlannedFaultId> {
  let fault: PlannedFaultId;
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

/** What an act was refused with, at its place in the step. */
function within(name: ActName, error: unknown): unknown {
  if (!(error instanceof ControlError)) return error;
  const { reason, path, nearest } = error;
  return new ControlError(reason, path === "" ? name : `${name}.${path}`, { nearest });
}

function revoke(
  emulation: Emulation,
  { key, app, account: named }: NonNullable<Step["revoke"]>,
  of?: string,
): void {
  const account = accountNamed(of, named, "account");
  if (key !== undefined) return revokeKey(emulation, key, account);
  revokeTokens(emulation, {
    ...(account !== undefined && { account }),
    ...(app !== "*" && { app }),
  });
}

function moveClock(
  { world }: Emulation,
  clock: NonNullable<Step["clock"]>,
  of?: string,
): void | Promise<void> {
  const { advance, resume, ...change } = clock;
  const account = of === undefined ? undefined : singleAccount(world, of);
  if (Object.keys(clock).length === 0) throw new ControlError("expected something to do");
  if (Object.keys(change).length > 0) setClock(world, change, account);
  const arrived = advance === undefined ? undefined : advanceClock(world, advance, account);
  const goOn = () => void (resume && resumeClock(world, account));
  return arrived instanceof Promise ? arrived.then(goOn) : goOn();
}

function setRevision(
  emulation: Emulation,
  input: NonNullable<Step["revision"]>,
  of?: string,
): void {
  requireWhole(of);
  const { revision, ...change } = input;
  const known = emulation.world.revisions.has(revision);
  if (!known && change.status !== undefined) changeRevision(emulation, revision, change);
  else if (!known) addRevision(emulation, input);
  else changeRevision(emulation, revision, change);
}
