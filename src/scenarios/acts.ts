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
const actNames = Object.keys(acts) as ActName[];

export const actsOf = (step: Step): ActName[] =>
  actNames.filter((name) => step[name] !== undefined);

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
