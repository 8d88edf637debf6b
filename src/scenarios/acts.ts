import { advanceClock, resumeClock, setClock } from "../control/clock.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { addFault } from "../control/faults.ts";
import { setLimits } from "../control/limits.ts";
import { ControlError } from "../emulation/problem.ts";
import { addRevision, changeRevision, setDefault } from "../control/revisions.ts";
import { restoreSnapshot, takeSnapshot } from "../control/snapshots.ts";
import type { Step } from "./shape.ts";

/** The members of a step that do something, in the order in which they are done. */
const acts = {
  reset: (emulation, only) => emulation.reset(only),
  restore: (emulation, name) => restoreSnapshot(emulation, name),
  clock: moveClock,
  limits: (emulation, limits) => setLimits(emulation, limits),
  revision: setRevision,
  defaultRevision: (emulation, missing) => setDefault(emulation, { missing }),
  fault: (emulation, fault) => addFault(emulation, structuredClone(fault)).id,
  snapshot: (emulation, name) => takeSnapshot(emulation, name),
} satisfies {
  [Name in keyof Step]?: (emulation: Emulation, value: NonNullable<Step[Name]>) => unknown;
};

type ActName = keyof typeof acts;
const actNames = Object.keys(acts) as ActName[];

/** What a step does, by name. */
export const actsOf = (step: Step): ActName[] =>
  actNames.filter((name) => step[name] !== undefined);

/**
 * Does what a step says.
 *
 * @returns the id of its fault, if it plans one
 * @throws ControlError whose path begins with the act's name
 */
export function perform(emulation: Emulation, step: Step): string | undefined {
  let fault: string | undefined;
  for (const name of actsOf(step)) {
    try {
      const done = acts[name](emulation, step[name] as never);
      if (name === "fault") fault = done as string;
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      const { reason, path, nearest } = error;
      throw new ControlError(reason, path === "" ? name : `${name}.${path}`, { nearest });
    }
  }
  return fault;
}

function moveClock({ world }: Emulation, clock: NonNullable<Step["clock"]>): void {
  const { advance, resume, ...change } = clock;
  if (Object.keys(clock).length === 0) throw new ControlError("expected something to do");
  if (Object.keys(change).length > 0) setClock(world, change);
  if (advance !== undefined) advanceClock(world, advance);
  if (resume) resumeClock(world);
}

function setRevision(emulation: Emulation, input: NonNullable<Step["revision"]>): void {
  const { revision, ...change } = input;
  const known = emulation.world.revisions.has(revision);
  if (!known && change.status !== undefined) changeRevision(emulation, revision, change);
  else if (!known) addRevision(emulation, input);
  else changeRevision(emulation, revision, change);
}
