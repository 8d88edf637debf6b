import { entryOf, keyText, type Entry, type KeyText } from "../emulation/difference.ts";
import type { Origins, SandboxText } from "../emulation/difference.ts";
import { jsonLine } from "../emulation/json-lines.ts";
import type { KeptSandbox } from "../emulation/sandbox.ts";
import type { Surroundings } from "../emulation/manifest.ts";
import type { Account } from "../world/account.ts";
import { type Course, courseOf } from "../world/time/course.ts";
import type { DicePosition } from "../world/dice.ts";
import type { Positions } from "../world/store/state.ts";
import type { Change } from "../world/store/store.ts";

interface Part extends Omit<Positions, "seed"> {
  readonly changes: readonly Entry[];
  /** All that there are, if one was made or revoked. */
  readonly keys?: readonly KeyText[];
  /** How its clock goes from now on, if that has changed; null: as the emulator's. */
  readonly course?: Course | null;
}

/** All that was written in one go. It holds whole records, so that it may be read twice. */
export interface Line {
  /** World time. */
  readonly at: number;
  readonly accounts: Readonly<Record<string, Part>>;
  /** Those that were made or put back into another state; null: it is gone. */
  readonly sandboxes?: Readonly<Record<string, SandboxText | null>>;
  /** If any of it has changed. */
  readonly around?: Surroundings;
}

export interface Draft {
  readonly account: Account;
  readonly changes: Change[];
  keysChanged: boolean;
  /** It was put into another state. */
  isRestored: boolean;
}

/** What is in the folder by now: where only what differs is written, that differs from it. */
export interface Known {
  /** The positions of dice, by account and stream. */
  readonly dice: Map<string, ReadonlyMap<string, DicePosition>>;
  /** How the clocks of accounts go that are their own, as texts. */
  readonly courses: Map<string, string>;
  readonly sandboxes: Set<string>;
  readonly origins: Origins;
  around: string;
}

export interface Happened {
  readonly at: number;
  readonly drafts: readonly Draft[];
  readonly around: Surroundings | undefined;
  /** @returns undefined for what is no sandbox, or gone */
  readonly sandbox: (id: string) => KeptSandbox | undefined;
  readonly isThere: (account: Account) => boolean;
}

/** Writes down what happened. @returns undefined if it was nothing */
export function lineOf(happened: Happened, known: Known): string | undefined {
  const accounts: Record<string, Part> = {};
  const sandboxes: Record<string, SandboxText | null> = {};
  for (const draft of happened.drafts) {
    const { account, isRestored } = draft;
    const { id } = account;
    const isThere = happened.isThere(account);
    const isKnown = known.sandboxes.has(id);
    const sandbox = isThere && (isRestored || !isKnown) ? happened.sandbox(id) : undefined;
    if (sandbox !== undefined) {
      sandboxes[id] = known.origins.write(sandbox);
      knowSandbox(known, sandbox);
      known.dice.set(id, new Map(Object.entries(account.positions().dice)));
    } else if (isThere) accounts[id] = partOf(draft, known);
    else if (known.sandboxes.delete(id)) sandboxes[id] = null;
  }
  const text = JSON.stringify(happened.around);
  const around = text === known.around ? undefined : happened.around;
  const line: Line = {
    at: happened.at,
    accounts,
    ...(Object.keys(sandboxes).length > 0 && { sandboxes }),
    ...(around && { around }),
  };
  if (around !== undefined) known.around = text;
  const isNothing = Object.keys(accounts).length === 0 && Object.keys(line).length === 2;
  return isNothing ? undefined : jsonLine(line);
}

export function knowSandbox({ sandboxes, courses }: Known, { settings, course }: KeptSandbox) {
  sandboxes.add(settings.companyId);
  courses.set(settings.companyId, JSON.stringify(course ?? null));
}

function partOf({ account, changes, keysChanged }: Draft, known: Known): Part {
  const { id, hasOwnClock, clock, keys } = account;
  const { seq, lastIdMs, dice } = account.positions();
  const course = hasOwnClock ? courseOf(clock) : null;
  const text = JSON.stringify(course);
  const isOther = text !== (known.courses.get(id) ?? "null");
  if (isOther) known.courses.set(id, text);
  const streams = Object.entries(dice);
  const last = known.dice.get(id);
  known.dice.set(id, new Map(streams));
  return {
    changes: changes.map(entryOf),
    ...(keysChanged && { keys: keys.map(keyText) }),
    ...(isOther && { course }),
    seq,
    lastIdMs,
    dice: Object.fromEntries(
      streams.filter(([stream, position]) => last?.get(stream)?.join() !== position.join()),
    ),
  };
}
