import { realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Coverage } from "../../report/card-shape.ts";
import { comparePairs } from "../../report/coverage.ts";
import { grown, holdsAny, RatchetError, readRatchet, writeRatchet } from "../../report/ratchet.ts";
import type { Ratchet } from "../../report/ratchet.ts";
import { jsonIn } from "../../jsonapi/json.ts";
import { textIfThere } from "../options/input-failure.ts";
import { Failure } from "../terminal/terminal.ts";

const bytesMax = 10_000_000;

/** Holds a run against a ratchet file, which is written, or grows by what is survived newly, unless anything was lost. */
export function checkRatchet(path: string, coverage: Pick<Coverage, "pairs">) {
  const before = ratchetAt(path);
  const { lost, gained, next } = grown(before ?? { survived: [] }, coverage);
  const isFirst = before === undefined;
  if (lost.length === 0 && (isFirst || gained.length > 0)) replaceFile(path, writeRatchet(next));
  return { lost, gained, isFirst };
}

/** Why a run fails by a ratchet, in a line each; what it handles for the first time is in the file from now on. */
export function ratchetObjections(path: string, coverage: Pick<Coverage, "pairs">): string[] {
  if (!holdsAny(ratchetAt(path), coverage)) {
    const advice = "so there is nothing to keep. Plan faults, such as with --scenario flapping-503";
    return [`--ratchet ${path}: no request met a fault, ${advice}`];
  }
  return lostText(path, coverage);
}

export const lostText = (path: string, coverage: Pick<Coverage, "pairs">): string[] =>
  checkRatchet(path, coverage).lost.map((lost) => {
    const { operation, fault, status } = lost;
    const what = `${fault} ${status ?? "without a response"}`;
    const met = coverage.pairs.find((pair) => comparePairs(pair, lost) === 0);
    if (met === undefined)
      return `${path}: ${operation} met no ${what} in this run. Plan that fault, or remove its line`;
    const undecided = met.undecided > 0 ? `, ${met.undecided} undecided` : "";
    return `${path}: ${operation} no longer handles ${what} (${met.survived} of ${met.met} times${undecided})`;
  });

/** @returns undefined if there is no such file @throws Failure for one that is no ratchet */
export function ratchetAt(path: string): Ratchet | undefined {
  const text = textIfThere(path, bytesMax, `--ratchet ${path}`, 3);
  try {
    return text === undefined ? undefined : readRatchet(text);
  } catch (error) {
    if (error instanceof RatchetError) throw new Failure(`--ratchet ${path}: ${error.message}`, 2);
    throw error;
  }
}

/** Whole or not at all: a reader finds the old file or the new one. */
function replaceFile(path: string, text: string): void {
  const target = targetOf(path);
  const draft = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    const { code = "" } = error as NodeJS.ErrnoException;
    const advice = "Give a file in an existing folder";
    throw new Failure(`--ratchet ${path}: cannot write (${code}). ${advice}`, 3);
  }
}

/** Of a link the file that it leads to, so that the link stays one. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The differences that are not in a ratchet file. If there is none, what is gone leaves it; a new file gets all. */
export function notAccepted(path: string, differences: readonly string[]): readonly string[] {
  const known = acceptedAt(path);
  const fresh = known === undefined ? [] : differences.filter((each) => !known.includes(each));
  const isOther = known === undefined || known.some((each) => !differences.includes(each));
  if (fresh.length === 0 && isOther)
    replaceFile(path, `${JSON.stringify({ differences: differences.toSorted() }, null, 2)}\n`);
  return fresh;
}

function acceptedAt(path: string): readonly string[] | undefined {
  const text = textIfThere(path, bytesMax, `--ratchet ${path}`);
  if (text === undefined) return undefined;
  const { differences } = (jsonIn(text) ?? {}) as { readonly differences?: unknown };
  if (Array.isArray(differences)) return differences.map(String);
  throw new Failure(`--ratchet ${path}: is no such ratchet: { "differences": [ … ] }`, 2);
}
